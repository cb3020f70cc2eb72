package dev.vertxmesh.resilience;

import java.util.function.LongSupplier;

/**
 * How many attempts may be made beyond the first ones: a share of the calls, and a few a second in
 * any case. So a fault that hits every call makes the load a fifth larger, and not three times as
 * large. Belongs to one event loop.
 *
 * <p>A token bucket that calls fill: the scheme of Finagle's retry budgets (twitter.github.io,
 * "RetryBudget"), without its window.
 */
public final class RetryBudget {

  /** A token in the unit that is counted in. */
  private static final long TOKEN = 1_000;

  private static final long MOST = 1_000 * TOKEN;
  private static final int PER_SECOND = 10;
  private static final long NANOS_PER_UNIT = 1_000_000_000L / (PER_SECOND * TOKEN);
  private static final long PERCENT = TOKEN / 100;

  private final long perCall;
  private final LongSupplier nanoClock;
  private long units = 10 * PER_SECOND * TOKEN;
  private long filledAt;

  /**
   * @param percent attempts beyond the first, of a hundred calls; 0 is none at all
   */
  public RetryBudget(int percent, LongSupplier nanoClock) {
    this.perCall = percent * PERCENT;
    this.nanoClock = nanoClock;
    this.filledAt = nanoClock.getAsLong();
  }

  /** A call begins. */
  void earn() {
    units = Math.min(MOST, units + perCall);
  }

  /** Whether another attempt may be made; then it is counted. */
  boolean spend() {
    if (perCall == 0) {
      return false;
    }
    long now = nanoClock.getAsLong();
    long gained = (now - filledAt) / NANOS_PER_UNIT;
    filledAt += gained * NANOS_PER_UNIT;
    units = Math.min(MOST, units + gained);
    if (units < TOKEN) {
      return false;
    }
    units -= TOKEN;
    return true;
  }
}
