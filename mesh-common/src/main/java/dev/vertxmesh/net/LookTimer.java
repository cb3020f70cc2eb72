package dev.vertxmesh.net;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Looks at peers now and then, whether they are there and keep up. Belongs to one event loop.
 *
 * <p>A look that is late by half an interval is left out, though never two in a row: it was this
 * loop that stood still, and what the peers have sent meanwhile is read only after this turn. Nor
 * are looks made up for, as a periodic timer would, one right after the other.
 */
public final class LookTimer {

  private static final long NONE = -1;

  private final Vertx vertx;
  private final long millis;
  private final LongSupplier nanoClock;
  private final Runnable look;
  private long timer = NONE;
  private long due;
  private boolean leftOut;

  /**
   * @param millis between two looks, from 1
   * @param nanoClock {@link System#nanoTime} outside of tests
   * @param look may stop it
   */
  public LookTimer(Vertx vertx, long millis, LongSupplier nanoClock, Runnable look) {
    this.vertx = vertx;
    this.millis = millis;
    this.nanoClock = nanoClock;
    this.look = look;
  }

  /** Looks for the first time after an interval; does nothing while it's running. */
  public LookTimer start() {
    if (timer == NONE) {
      leftOut = false;
      again();
    }
    return this;
  }

  public void stop() {
    vertx.cancelTimer(timer);
    timer = NONE;
  }

  private void again() {
    due = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
    timer = vertx.setTimer(millis, id -> onTime());
  }

  private void onTime() {
    boolean late = nanoClock.getAsLong() - due >= TimeUnit.MILLISECONDS.toNanos(millis) / 2;
    leftOut = late && !leftOut;
    again(); // first: the look may stop it
    if (!leftOut) {
      look.run();
    }
  }
}
