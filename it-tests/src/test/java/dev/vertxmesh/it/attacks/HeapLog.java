package dev.vertxmesh.it.attacks;

import dev.vertxmesh.it.harness.Agent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an agent's JVM writes of its collections. A heap grows until it's collected, so that the
 * most that it ever had is what it had before one of them.
 */
final class HeapLog {

  /** As in {@code GC(7) Pause Full (Allocation Failure) 60M->21M(61M) 45.317ms}. */
  private static final Pattern COLLECTION = Pattern.compile("Pause (\\w+).* (\\d+)M->(\\d+)M\\(");

  private final Path file;

  /** Of an agent that runs, from now on. */
  HeapLog(Agent agent) {
    try {
      file = Files.createTempFile("heap", ".log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    file.toFile().deleteOnExit();
    agent.logCollections(file);
  }

  /** The most that was in use, garbage and all, in MiB. The last collection has to be just over. */
  int peak() {
    return lines().mapToInt(line -> Integer.parseInt(line.group(2))).max().orElseThrow();
  }

  /** The most that a full collection has left, which are no garbage. */
  int peakLeft() {
    return lines()
        .filter(line -> line.group(1).equals("Full"))
        .mapToInt(line -> Integer.parseInt(line.group(3)))
        .max()
        .orElseThrow();
  }

  private Stream<MatchResult> lines() {
    try {
      return COLLECTION.matcher(Files.readString(file)).results();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
