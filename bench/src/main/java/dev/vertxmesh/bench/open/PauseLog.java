package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * When a JVM stood still: its own log of safepoints, which it's told to write while it runs, with
 * stamps by {@link System#nanoTime()}.
 */
final class PauseLog {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern LINE =
      Pattern.compile("^\\[(\\d+)ns\\].*Safepoint \"([^\"]+)\".*Total: *(\\d+) ns.*");

  private final Path file;

  private PauseLog(Path file) {
    this.file = file;
  }

  /** Has it written from now on. */
  static PauseLog begin(Children children, String name, long pid, Path folder)
      throws IOException, InterruptedException {
    Path file = folder.resolve("pauses-" + name).toAbsolutePath();
    String order = "VM.log output=\"%s\" what=safepoint=info decorators=timenanos".formatted(file);
    children.start("jcmd-" + name, Commands.jcmd(pid, order)).awaitSuccess(PATIENCE);
    return new PauseLog(file);
  }

  /**
   * The pauses so far.
   *
   * @param collections whether those for the collector, or all others
   */
  Spans pauses(boolean collections) throws IOException {
    Spans spans = new Spans();
    try (Stream<String> lines = Files.lines(file)) {
      lines.forEach(line -> add(line, collections, spans));
    }
    return spans;
  }

  /** A line comes at its pause's end. Others, such as the log's own, are none. */
  static void add(String line, boolean collections, Spans spans) {
    Matcher found = LINE.matcher(line);
    if (found.matches() && isCollection(found.group(2)) == collections) {
      long end = Long.parseLong(found.group(1));
      spans.add(end - Long.parseLong(found.group(3)), end);
    }
  }

  private static boolean isCollection(String operation) {
    return operation.contains("Collect") || operation.contains("GC") || operation.startsWith("G1");
  }
}
