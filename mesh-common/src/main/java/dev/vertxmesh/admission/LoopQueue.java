package dev.vertxmesh.admission;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks how long what has come waits for its turn on an event loop, and refuses calls before that
 * queue grows. It's a timer that does it, for as long as calls come: by as much as it's late, all
 * else is. Belongs to that loop.
 */
public final class LoopQueue {

  /** A timer of the loop's. */
  public interface Timer {

    /** Runs it on the loop, so many milliseconds from now. */
    void after(long millis, Runnable task);
  }

  /** The calls of the loop's, as who counts them knows. */
  public interface Calls {

    /** Those that have begun and not ended. */
    int inFlight();

    /** Those that have ended, however they did. */
    long ended();
  }

  /** Between two looks: a hundred timers a second, and none when no calls come. */
  static final int LOOK_MILLIS = 10;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);

  private final QueueLimit limit;
  private final ColdLimit cold;
  private final Calls calls;
  private final LongSupplier nanoClock;
  private final Timer timer;
  private final Runnable onShed;
  private boolean looking;
  private boolean asked;
  private long due;
  private volatile long standing;
  private volatile boolean isShort;
  private volatile boolean isCold;

  /**
   * @param onShed run for each call that is refused
   */
  public LoopQueue(
      QueueOptions options, Calls calls, LongSupplier nanoClock, Timer timer, Runnable onShed) {
    this.limit = new QueueLimit(options.targetNanos(), options.intervalNanos(), options.floor());
    this.cold = new ColdLimit(options.refuses());
    this.calls = calls;
    this.nanoClock = nanoClock;
    this.timer = timer;
    this.onShed = onShed;
  }

  /** One by Vert.x's timers, on whose event loop it's asked. */
  public static LoopQueue of(Vertx vertx, QueueOptions options, Calls calls, Runnable onShed) {
    Timer timer = (millis, task) -> vertx.setTimer(millis, id -> task.run());
    return new LoopQueue(options, calls, System::nanoTime, timer, onShed);
  }

  /** Whether a call that has come is refused, which is counted. */
  public boolean sheds() {
    if (!looking) {
      looking = true;
      look();
    }
    asked = true;
    int inFlight = calls.inFlight();
    if (limit.takes(inFlight) && cold.takes(inFlight, calls.ended())) {
      return false;
    }
    onShed.run();
    return true;
  }

  /** Whether calls are refused now, or were a moment ago. Any thread. */
  public boolean isShort() {
    return isShort;
  }

  /** Whether that's because the agent has just begun, and all takes seconds. Any thread. */
  public boolean isCold() {
    return isCold;
  }

  /** How long what comes waits at least, in nanoseconds, as another thread may see it. */
  public long standingNanos() {
    return standing;
  }

  private void look() {
    asked = false;
    due = nanoClock.getAsLong() + LOOK_NANOS;
    timer.after(LOOK_MILLIS, this::onLook);
  }

  private void onLook() {
    long now = nanoClock.getAsLong();
    if (asked) {
      long waited = Math.max(0, now - due);
      limit.waited(waited, now);
      cold.waited(waited);
      look();
    } else {
      looking = false;
      limit.idle();
      cold.idle();
    }
    standing = limit.standing();
    isCold = cold.isSet();
    isShort = limit.isSet() || isCold;
  }
}
