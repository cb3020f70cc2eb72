package dev.vertxmesh.launch.log;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many characters a second loggers write that somebody wants to hear more of: what they say is
 * as much as there are calls and connections, and whoever writes it to a disk or reads it has to
 * keep up. Used by any thread.
 */
final class DetailBudget {

  /** Some thousand lines. */
  static final int MOST = 100_000;

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoClock;
  private long since;
  private int left = MOST;
  private int untold;

  DetailBudget(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    since = nanoClock.getAsLong();
  }

  /** Whether there's room for a line now; one that is longer than what is left is the last. */
  synchronized boolean admits(int characters) {
    isNewSecond();
    if (left <= 0) {
      return false;
    }
    left -= characters;
    return true;
  }

  /** Counts a line that isn't written. */
  synchronized void leaveOut() {
    untold++;
  }

  /** How many weren't written in the seconds before this one, once. */
  synchronized int due() {
    if (untold == 0 || !isNewSecond()) {
      return 0;
    }
    int due = untold;
    untold = 0;
    return due;
  }

  private boolean isNewSecond() {
    long now = nanoClock.getAsLong();
    boolean isNew = now - since >= SECOND_NANOS;
    if (isNew) {
      since = now;
      left = MOST;
    }
    return isNew;
  }
}
