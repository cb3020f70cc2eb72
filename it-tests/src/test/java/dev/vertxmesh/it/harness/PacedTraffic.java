package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls that come at a rate of their own, however long answers take, from its making to its end.
 */
public final class PacedTraffic implements AutoCloseable {

  private static final int TICKS_A_SECOND = 200;
  private static final int MOST_IN_FLIGHT = 500;

  private final Supplier<Http> http;
  private final Function<Answer, String> fault;
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();

  private PacedTraffic(Supplier<Http> http, Function<Answer, String> fault) {
    this.http = http;
    this.fault = fault;
  }

  /** So many {@code hash} calls a second, each of which has to be answered rightly. */
  public static PacedTraffic through(Mesh mesh, int callsASecond) {
    return through(mesh.http(), callsASecond);
  }

  /** The same, over any port. */
  public static PacedTraffic through(Http http, int callsASecond) {
    return through(() -> http, callsASecond);
  }

  /** The same, over a port that may become another one. */
  public static PacedTraffic through(Supplier<Http> http, int callsASecond) {
    PacedTraffic traffic =
        new PacedTraffic(
            http, answer -> answer.body().equals("99162322") ? null : answer.toString());
    int calls = callsASecond / TICKS_A_SECOND;
    long period = TimeUnit.SECONDS.toNanos(1) / TICKS_A_SECOND;
    traffic.clock.scheduleAtFixedRate(() -> traffic.begin(calls), 0, period, TimeUnit.NANOSECONDS);
    return traffic;
  }

  private void begin(int calls) {
    for (int i = 0; i < calls && begun.get() - ended.get() < MOST_IN_FLIGHT; i++) {
      begun.incrementAndGet();
      http.get().formAsync(Samples.HELLO, "hash", Samples.STRING, "hello").whenComplete(this::end);
    }
  }

  private void end(Answer answer, Throwable error) {
    String found = error == null ? fault.apply(answer) : error.toString();
    if (found != null) {
      failures.add(found);
    }
    ended.incrementAndGet();
  }

  /** Waits until so many more calls have been answered. */
  public void awaitMore(int calls) {
    long wanted = ended.get() + calls;
    await().until(() -> ended.get() >= wanted);
  }

  /** How many calls have been answered. */
  public long answered() {
    return ended.get();
  }

  /** What wasn't answered rightly so far. */
  public Iterable<String> failures() {
    return failures;
  }

  @Override
  public void close() {
    end();
  }

  /** Begins no more, and waits for those that are on their way. */
  public void end() {
    clock.shutdown();
    await().until(() -> clock.isTerminated() && ended.get() == begun.get());
  }
}
