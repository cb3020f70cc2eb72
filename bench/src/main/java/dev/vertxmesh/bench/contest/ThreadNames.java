package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds a process' threads by their names, of which Linux keeps 15 characters. */
public final class ThreadNames {
  /** Vert.x' event loops. */
  public static final Predicate<String> LOOP = name -> name.startsWith("vert.x-eventloo");

  /** What the JVM compiles with: on two processors one of each kind, which stay. */
  private static final Predicate<String> COMPILER =
      name -> name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler");

  private ThreadNames() {}

  /** Ids of an agent's event loops. */
  public static Set<Long> loops(long pid) {
    return ids(pid, LOOP);
  }

  /** Ids of those that there are by now. */
  public static Set<Long> ids(long pid, Predicate<String> name) {
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

  /** CPU seconds that a JVM's compilers have used so far. */
  static double compilerSeconds(long pid) {
    try {
      double nanos = 0;
      for (long id : ids(pid, COMPILER)) {
        Path schedstat = Path.of("/proc/%d/task/%d/schedstat".formatted(pid, id));
        nanos += Long.parseLong(Files.readString(schedstat).split(" ")[0]);
      }
      return nanos / 1e9;
    } catch (IOException e) {
      throw new ContestException("the compilers of %d can't be looked at: %s".formatted(pid, e));
    }
  }
}
