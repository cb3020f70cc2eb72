package dev.vertxmesh.resilience;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Many timers that seldom fire, for one event loop: setting and cancelling one costs a link in a
 * list. Time is cut in ticks, and a timer fires at the first tick after its time, so up to a tick
 * late and never early.
 *
 * <p>A hashed wheel (Varghese and Lauck, "Hashed and hierarchical timing wheels", 1987, scheme 6).
 * Who owns it calls {@link #advance} every tick while it is not {@link #isEmpty() empty}.
 */
public final class DeadlineWheel {

  /** A timer that was set. */
  public static final class Timer {
    private final long tick;
    private Runnable action;
    private Timer previous;
    private Timer next;

    private Timer(long tick, Runnable action) {
      this.tick = tick;
      this.action = action;
    }
  }

  private final Timer[] slots;
  private final long tickNanos;
  private final LongSupplier nanoClock;
  private final Runnable onFirst;
  private final long start;
  private long current;
  private int size;

  /**
   * @param slots a power of two
   * @param onFirst called when an empty wheel has got a timer: it has to be advanced from now on
   */
  public DeadlineWheel(int slots, long tickNanos, LongSupplier nanoClock, Runnable onFirst) {
    if (Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException(slots + " slots, expected a power of two");
    }
    this.slots = new Timer[slots];
    this.tickNanos = tickNanos;
    this.nanoClock = nanoClock;
    this.onFirst = onFirst;
    this.start = nanoClock.getAsLong();
  }

  /** One that a timer of Vert.x's turns, for as long as there's anything on it. */
  public static DeadlineWheel turning(Vertx vertx, LongSupplier nanoClock) {
    Turner turner = new Turner(vertx);
    long tick = TimeUnit.MILLISECONDS.toNanos(Turner.TICK_MILLIS);
    turner.wheel = new DeadlineWheel(Turner.SLOTS, tick, nanoClock, turner);
    return turner.wheel;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** Sets a timer for a reading of the clock; what has passed fires at the next tick. */
  public Timer set(long nanos, Runnable action) {
    if (size == 0) {
      current = (nanoClock.getAsLong() - start) / tickNanos;
    }
    long due = (nanos - start + tickNanos - 1) / tickNanos;
    Timer timer = new Timer(Math.max(current + 1, due), action);
    int slot = slotOf(timer.tick);
    timer.next = slots[slot];
    if (timer.next != null) {
      timer.next.previous = timer;
    }
    slots[slot] = timer;
    if (++size == 1) {
      onFirst.run();
    }
    return timer;
  }

  /** Takes a timer back; one that has fired or was taken back is left alone. */
  public void cancel(Timer timer) {
    if (timer.action == null) {
      return;
    }
    timer.action = null;
    if (timer.previous != null) {
      timer.previous.next = timer.next;
    } else {
      slots[slotOf(timer.tick)] = timer.next;
    }
    if (timer.next != null) {
      timer.next.previous = timer.previous;
    }
    size--;
  }

  /** Fires all that is due by now. */
  public void advance() {
    long now = (nanoClock.getAsLong() - start) / tickNanos;
    // after a long pause one round over all slots finds everything that is due
    long from = Math.max(current + 1, now - slots.length + 1);
    for (long tick = from; tick <= now; tick++) {
      fire(slotOf(tick), now);
    }
    current = Math.max(current, now);
  }

  private void fire(int slot, long now) {
    Timer timer = slots[slot];
    while (timer != null) {
      Timer next = timer.next;
      if (timer.tick <= now && timer.action != null) {
        Runnable action = timer.action;
        cancel(timer);
        action.run();
      }
      timer = next;
    }
  }

  private int slotOf(long tick) {
    return (int) (tick & (slots.length - 1));
  }

  private static final class Turner implements Runnable {
    private static final int TICK_MILLIS = 10;
    private static final int SLOTS = 1024;

    private final Vertx vertx;
    private DeadlineWheel wheel;
    private boolean turning;

    Turner(Vertx vertx) {
      this.vertx = vertx;
    }

    /** The wheel has got its first timer. */
    @Override
    public void run() {
      if (!turning) { // else it was empty for less than a tick
        turning = true;
        vertx.setPeriodic(TICK_MILLIS, this::turn);
      }
    }

    private void turn(long timer) {
      wheel.advance();
      if (wheel.isEmpty()) {
        turning = false;
        vertx.cancelTimer(timer);
      }
    }
  }
}
