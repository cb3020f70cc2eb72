package dev.vertxmesh.limits;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket in one number, the time at which it will be full again: the generic cell rate
 * algorithm (ITU-T I.371, annex A; there the theoretical arrival time). A token costs 1/rate
 * seconds, and what was taken may be ahead of the clock by the burst.
 *
 * <p>What costs more than the whole burst passes when the bucket is full, and is paid off after it.
 */
final class TokenBucket extends AtomicLong implements Allowance {

  private static final long serialVersionUID = 1L;

  /** Some 73 years, so that no sum is more than the number holds. */
  private static final long LONGEST = Long.MAX_VALUE / 4;

  /** An answer of any size is paid off for at most as long beyond the burst. */
  private static final long MOST_DEBT = TimeUnit.MINUTES.toNanos(1);

  /** Who has read the clock before another made the bucket finds it full all the same. */
  private static final long SLACK = TimeUnit.SECONDS.toNanos(1);

  private final double nanosPerToken;
  private final long burst;

  /**
   * Full.
   *
   * @param perSecond tokens that come back a second
   * @param burst tokens that it holds, at least one
   */
  TokenBucket(double perSecond, double burst, long now) {
    super(now - SLACK);
    this.nanosPerToken = TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.burst = Math.min(LONGEST, Math.round(burst * nanosPerToken));
  }

  private long cost(long amount) {
    return Math.min(LONGEST, Math.round(amount * nanosPerToken));
  }

  @Override
  public long take(long amount, long now) {
    long cost = cost(amount);
    while (true) {
      long full = get();
      long ahead = Math.max(0, full - now);
      long over = ahead + Math.min(cost, burst) - burst;
      if (over > 0) {
        return over;
      } else if (compareAndSet(full, now + ahead + cost)) {
        return 0;
      }
    }
  }

  @Override
  public void giveBack(long amount) {
    addAndGet(-cost(amount));
  }

  @Override
  public void charge(long amount, long now) {
    long cost = Math.min(cost(amount), MOST_DEBT);
    while (true) {
      long full = get();
      long ahead = Math.max(0, full - now);
      long most = Math.max(ahead, burst + MOST_DEBT); // what is owed already isn't forgiven
      if (compareAndSet(full, now + Math.min(ahead + cost, most))) {
        return;
      }
    }
  }

  @Override
  public boolean isWhole(long now) {
    return get() - now <= 0;
  }
}
