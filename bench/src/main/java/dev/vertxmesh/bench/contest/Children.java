package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** The processes that a run has started and not yet ended. */
public final class Children implements AutoCloseable {
  private final Path logs;
  private final Deque<Child> running = new ArrayDeque<>();
  private boolean closed;

  /**
   * @param logs the folder for what they print
   */
  public Children(Path logs) {
    this.logs = logs;
  }

  /** None as yet, which end with the JVM at the latest, with a folder for what they print. */
  public static Children in(Path logs) throws IOException {
    Files.createDirectories(logs);
    Children children = new Children(logs);
    Runtime.getRuntime().addShutdownHook(new Thread(children::close)); // Ctrl-C
    return children;
  }

  /** The same, with all in the folder being of this run. */
  public static Children inEmptied(Path logs) throws IOException {
    if (Files.exists(logs)) {
      try (Stream<Path> old = Files.walk(logs)) {
        for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    return in(logs);
  }

  /** Starts one more, unless the run is being broken off. */
  public synchronized Child start(String name, List<String> command) throws IOException {
    if (closed) {
      throw new ContestException("broken off");
    }
    Child child = Child.start(name, command, logs);
    running.push(child);
    return child;
  }

  /** Ends all, the last started first; they end side by side. */
  public synchronized void endAll() throws InterruptedException {
    running.forEach(Child::signal);
    while (!running.isEmpty()) {
      running.peek().awaitEnd();
      running.pop();
    }
  }

  /** Ends all and lets no more start. */
  @Override
  public synchronized void close() {
    closed = true;
    try {
      endAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
