package dev.vertxmesh.limits;

import java.util.concurrent.atomic.AtomicInteger;

/** What one of those that a rule tells apart has had. Asked on any thread. */
final class Counter {

  private final AtomicInteger inFlight = new AtomicInteger();
  private final Allowance calls;
  private final Allowance bytes;

  /** Written without order: whether it was asked since it was last looked at for room. */
  private boolean used = true;

  private volatile boolean kept = true;

  /**
   * @param calls null where calls aren't counted
   * @param bytes null where bytes aren't counted
   */
  Counter(Allowance calls, Allowance bytes) {
    this.calls = calls;
    this.bytes = bytes;
  }

  /**
   * Takes one call, all of it or nothing.
   *
   * @param most calls at the same time; 0 where they aren't counted
   * @param size bytes of the request; 0 for a stream, of which they aren't known yet, so that it's
   *     refused for what is owed alone
   * @return null if it was taken; else what there is none of
   */
  Bound take(int most, long size, long now) {
    if (!used) {
      used = true;
    }
    if (most > 0 && inFlight.incrementAndGet() > most) {
      inFlight.decrementAndGet();
      return Bound.CONCURRENCY;
    } else if (calls != null && calls.take(1, now) > 0) {
      end(most);
      return Bound.CALLS;
    } else if (bytes != null && bytes.take(size, now) > 0) {
      giveBackCall();
      end(most);
      return Bound.BYTES;
    }
    return null;
  }

  private void giveBackCall() {
    if (calls != null) {
      calls.giveBack(1);
    }
  }

  private void end(int most) {
    if (most > 0) {
      inFlight.decrementAndGet();
    }
  }

  /** The call isn't made: another rule has no room for it. */
  void giveBack(int most, long size) {
    giveBackCall();
    if (bytes != null && size > 0) {
      bytes.giveBack(size);
    }
    end(most);
  }

  /**
   * In how many nanoseconds a call can be taken, as far as that's known: 0 for when another ends.
   */
  long wait(Bound bound, long size, long now) {
    return switch (bound) {
      case CONCURRENCY -> 0;
      case CALLS -> wait(calls, 1, now);
      case BYTES -> wait(bytes, size, now);
    };
  }

  private static long wait(Allowance allowance, long amount, long now) {
    long wait = allowance.take(amount, now);
    if (wait == 0) { // it has come back since
      allowance.giveBack(amount);
    }
    return wait;
  }

  /**
   * A call that was taken has ended.
   *
   * @param counted whether it counts among those at the same time
   * @param size bytes that weren't known before: the answer's
   */
  void ended(boolean counted, long size, long now) {
    if (counted) {
      inFlight.decrementAndGet();
    }
    if (bytes != null && size > 0) {
      bytes.charge(size, now);
    }
  }

  /** Whether nothing would be lost with it. */
  boolean isWhole(long now) {
    return inFlight.get() == 0
        && (calls == null || calls.isWhole(now))
        && (bytes == null || bytes.isWhole(now));
  }

  /** Whether somebody has asked it since this was asked last. */
  boolean wasUsed() {
    boolean was = used;
    used = false;
    return was || inFlight.get() > 0;
  }

  /** Nobody finds it any more. */
  void leave() {
    kept = false;
  }

  /** Whether it's still that of the name for which it was made. */
  boolean isKept() {
    return kept;
  }
}
