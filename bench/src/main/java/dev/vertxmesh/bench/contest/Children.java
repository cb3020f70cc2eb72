package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

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
