package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the agents' logs say that they shouldn't. */
record Logs(List<String> errors, List<String> leaks) {
  private static final Pattern ERROR = Pattern.compile("^\\S+Z ERROR ");
  private static final Pattern STACK = Pattern.compile("Exception in thread|OutOfMemoryError");
  private static final int MOST = 20;

  /**
   * @param folder that their logs are in
   */
  static Logs of(Stream<Child> agents, Path folder) {
    List<String> lines = agents.flatMap(agent -> lines(agent, folder)).toList();
    return new Logs(
        lines.stream().filter(line -> line.contains(": ") && isError(line)).toList(),
        lines.stream().filter(line -> line.contains("LEAK:")).toList());
  }

  /** So many as a person reads. */
  List<String> examples() {
    return Stream.concat(errors.stream(), leaks.stream()).distinct().limit(MOST).toList();
  }

  static boolean isError(String line) {
    String said = line.substring(line.indexOf(": ") + 2);
    return ERROR.matcher(said).find() || STACK.matcher(said).find();
  }

  private static Stream<String> lines(Child agent, Path folder) {
    try {
      return Files.readAllLines(folder.resolve(agent.name() + ".log")).stream()
          .map(line -> agent.name() + ": " + line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
