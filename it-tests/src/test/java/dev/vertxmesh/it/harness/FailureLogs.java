package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What the processes of a test that failed have printed, whole: {@code
 * target/failures/CLASS.TEST/PROCESS.log}. {@code ./mesh-test} shows their last lines at its end.
 */
public final class FailureLogs {

  private static final int LONGEST_NAME = 120;

  private FailureLogs() {}

  /**
   * Keeps them, if there are any, and says where.
   *
   * @param logs lines by the processes' names
   */
  public static void keep(
      ExtensionContext context, Throwable cause, Map<String, List<String>> logs) {
    if (logs.isEmpty()) {
      return;
    }
    String test = context.getRequiredTestClass().getSimpleName() + "." + context.getDisplayName();
    Path folder = Path.of("target", "failures", fileName(test));
    System.err.println("\n" + test + " failed, logs in it-tests/" + folder + ": " + cause);
    try {
      Files.createDirectories(folder);
      for (Map.Entry<String, List<String>> log : logs.entrySet()) {
        Files.write(folder.resolve(fileName(log.getKey()) + ".log"), log.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fileName(String text) {
    String name = text.replaceAll("[^A-Za-z0-9._-]+", "-");
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
  }
}
