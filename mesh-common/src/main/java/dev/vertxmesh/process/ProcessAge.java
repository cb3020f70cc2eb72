package dev.vertxmesh.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How long this process has lived, the JVM's own start included. */
public final class ProcessAge {

  private static final long CLASS_LOADED = System.nanoTime();

  private ProcessAge() {}

  /** To 10 ms on Linux; elsewhere only since our own code began. */
  public static long millis() {
    long sinceLoaded = (System.nanoTime() - CLASS_LOADED) / 1_000_000;
    try {
      String uptime = Files.readString(Path.of("/proc/uptime"));
      double now = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
      Optional<ProcessStat> self = ProcessStat.of(ProcessHandle.current().pid());
      double started = self.orElseThrow().started() / (double) ProcessStat.TICKS_PER_SECOND;
      // a container's uptime may be its own and not the machine's
      return Math.max(sinceLoaded, Math.round((now - started) * 1_000));
    } catch (IOException | RuntimeException e) {
      return sinceLoaded;
    }
  }
}
