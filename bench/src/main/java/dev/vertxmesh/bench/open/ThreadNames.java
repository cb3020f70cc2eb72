package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.ContestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds a process' threads by their names, of which Linux keeps 15 characters. */
final class ThreadNames {
  /** Vert.x' event loops. */
  static final Predicate<String> LOOP = name -> name.startsWith("vert.x-eventloo");

  private ThreadNames() {}

  /** Ids of an agent's event loops. */
  static Set<Long> loops(long pid) {
    return ids(pid, LOOP);
  }

  /** Ids of those that there are by now. */
  static Set<Long> ids(long pid, Predicate<String> name) {
    Set<Long> ids = new TreeSet<>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc", "" + pid, "task"))) {
      for (Path task : tasks.toList()) {
        if (name.test(Files.readString(task.resolve("comm")).strip())) {
          ids.add(Long.parseLong(task.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      throw new ContestException("the threads of %d can't be looked at: %s".formatted(pid, e));
    }
    return ids;
  }
}
