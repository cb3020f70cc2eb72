package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Calls one after the other in a thread of its own, from its making to its end. */
public final class Traffic implements AutoCloseable {

  private final AtomicLong answered = new AtomicLong();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private final String[] headers;
  private final Thread thread;
  private volatile boolean ended;

  private Traffic(Http http, String[] headers) {
    this.headers = headers;
    thread = new Thread(() -> run(http), "traffic");
  }

  /**
   * @param headers of every call, names and values in turn
   */
  public static Traffic through(Mesh mesh, String... headers) {
    Traffic traffic = new Traffic(mesh.http(), headers);
    traffic.thread.start();
    return traffic;
  }

  private void run(Http http) {
    while (!ended) {
      call(http);
      answered.incrementAndGet();
    }
  }

  private void call(Http http) {
    try {
      Answer answer = http.hash("hello", headers);
      if (answer.status() != 200 || !answer.body().equals("99162322")) {
        failures.add(answer.toString());
      }
    } catch (RuntimeException e) {
      failures.add(e.toString());
    }
  }

  /** Waits until so many more calls have been answered. */
  public void awaitMore(int calls) {
    long wanted = answered.get() + calls;
    await().until(() -> answered.get() >= wanted);
  }

  /** What wasn't answered rightly so far. */
  public Iterable<String> failures() {
    return failures;
  }

  @Override
  public void close() {
    ended = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
