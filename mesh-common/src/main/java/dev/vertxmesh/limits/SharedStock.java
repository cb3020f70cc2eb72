package dev.vertxmesh.limits;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Calls that are taken from a {@link SharedQuota} ahead of need, a batch at a time, so that no call
 * waits for it: what isn't in stock is refused. The first batch is used before it has come, and
 * taken off the quota with the next; so the agents are off by a batch each at most.
 *
 * <p>While nobody keeps the quota, the agent allows by itself as much as all of them have together.
 */
final class SharedStock implements Allowance {

  /** So much of a second is taken at a time. */
  private static final int BATCHES = 25;

  /** So long nobody is asked again who had less than was asked for. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

  private final SharedQuota.Store store;
  private final SharedQuota quota;
  private final TokenBucket alone;
  private final LongSupplier nanoClock;
  private final long batch;

  /** No sooner there's another call for all gateways together. */
  private final long leastWait;

  private final AtomicLong stock = new AtomicLong();
  private final AtomicBoolean asking = new AtomicBoolean();
  private volatile long notBefore;
  private volatile long advance;

  /**
   * @param name of the quota
   */
  SharedStock(SharedQuota.Store store, String name, Rate rate, LongSupplier nanoClock) {
    this.store = store;
    this.nanoClock = nanoClock;
    long now = nanoClock.getAsLong();
    long burst = (long) Math.ceil(rate.burst());
    this.quota = store.of(name, rate.perSecond(), burst);
    this.alone = rate.bucket(now);
    this.batch = Math.max(1, Math.min(burst, (long) (rate.perSecond() / BATCHES)));
    this.leastWait = Math.max(PAUSE, (long) (TimeUnit.SECONDS.toNanos(1) / rate.perSecond()));
    this.advance = batch;
    this.notBefore = now;
    stock.set(batch);
  }

  @Override
  public long take(long amount, long now) {
    if (!store.problem().isEmpty()) {
      return alone.take(amount, now);
    }
    while (true) {
      long there = stock.get();
      if (there < amount) {
        ask(now);
        return Math.max(leastWait, notBefore - now);
      } else if (stock.compareAndSet(there, there - amount)) {
        if (there - amount <= batch / 2) {
          ask(now);
        }
        return 0;
      }
    }
  }

  private void ask(long now) {
    if (now - notBefore < 0 || !asking.compareAndSet(false, true)) {
      return;
    }
    long used = advance;
    long wanted = batch + used - stock.get();
    if (wanted <= 0) {
      asking.set(false);
      return;
    }
    quota
        .take(wanted)
        .onComplete(
            got -> {
              advance = 0;
              stock.addAndGet(got - used);
              notBefore = nanoClock.getAsLong() + (got < wanted ? PAUSE : 0);
              asking.set(false);
            },
            error -> { // what is wrong, its store says
              notBefore = nanoClock.getAsLong() + PAUSE;
              asking.set(false);
            });
  }

  /** Whether an answer is still to come. */
  boolean isAsking() {
    return asking.get();
  }

  @Override
  public void giveBack(long amount) {
    if (store.problem().isEmpty()) {
      stock.addAndGet(amount);
    } else {
      alone.giveBack(amount);
    }
  }

  @Override
  public void charge(long amount, long now) {
    stock.addAndGet(-amount);
  }

  /** Never: what was taken ahead would be lost, and the first batch be had again. */
  @Override
  public boolean isWhole(long now) {
    return false;
  }
}
