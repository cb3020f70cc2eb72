package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Calls that come at a rate of their own, however long answers take, from its making to its end.
 */
public final class PacedTraffic implements AutoCloseable {

  private static final int TICKS_A_SECOND = 200;
  private static final int MOST_IN_FLIGHT = 500;

  private final Http http;
  private final LongSupplier nanoClock;
  private final boolean mayStand;
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong begun = new AtomicLong();
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong right = new AtomicLong();
  private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
  private final long start;
  private long due; // the ticker's

  private PacedTraffic(Http http, LongSupplier nanoClock, boolean mayStand) {
    this.http = http;
    this.nanoClock = nanoClock;
    this.mayStand = mayStand;
    this.start = nanoClock.getAsLong();
  }

  /** So many {@code hash} calls a second, each of which has to be answered rightly. */
  public static PacedTraffic through(Mesh mesh, int callsASecond) {
    return through(mesh.http(), callsASecond);
  }

  /** The same, over any port. */
  public static PacedTraffic through(Http http, int callsASecond) {
    return new PacedTraffic(http, System::nanoTime, false).begin(callsASecond);
  }

  /** The same in the seconds of another clock; while that stands, one after the other. */
  public static PacedTraffic through(Http http, int callsASecond, LongSupplier nanoClock) {
    return new PacedTraffic(http, nanoClock, true).begin(callsASecond);
  }

  private PacedTraffic begin(int callsASecond) {
    long period = TimeUnit.SECONDS.toNanos(1) / TICKS_A_SECOND;
    ticker.scheduleAtFixedRate(() -> tick(callsASecond), 0, period, TimeUnit.NANOSECONDS);
    return this;
  }

  private void tick(int callsASecond) {
    long before = due;
    due = (nanoClock.getAsLong() - start) / 1_000 * callsASecond / 1_000_000;
    boolean stands = mayStand && due == before && begun.get() == ended.get();
    call(stands ? 1 : due - before);
  }

  private void call(long calls) {
    for (long i = 0; i < calls && begun.get() - ended.get() < MOST_IN_FLIGHT; i++) {
      begun.incrementAndGet();
      http.formAsync(Samples.HELLO, "hash", Samples.STRING, "hello").whenComplete(this::end);
    }
  }

  private void end(Answer answer, Throwable error) {
    if (error == null && answer.body().equals("99162322")) {
      right.incrementAndGet();
    } else {
      failures.add(error == null ? answer.toString() : error.toString());
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

  /** How many of them rightly. */
  public long right() {
    return right.get();
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
    ticker.shutdown();
    await().until(() -> ticker.isTerminated() && ended.get() == begun.get());
  }
}
