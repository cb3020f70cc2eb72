package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/** Where and when a run was. */
public final class Machine {
  private Machine() {}

  /** {@code date}, {@code processors}, {@code processor} and {@code java}. */
  public static JsonObject json() {
    return new JsonObject()
        .put("date", LocalDate.now(ZoneOffset.UTC).toString())
        .put("processors", Runtime.getRuntime().availableProcessors())
        .put("processor", processor())
        .put("java", System.getProperty("java.runtime.version"));
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
