package dev.vertxmesh.flow;

import java.util.Arrays;

/**
 * How fast a window may leave after a pause: a little faster than the path has carried such bytes.
 *
 * <p>While data flows, what the receiver gives back comes at the path's own pace, and so does what
 * leaves for it. After a pause the sender has all of its window, and if that left at once, most of
 * it would wait before the path's narrowest part, and whatever small comes after it would wait
 * behind it, for up to a round trip.
 *
 * <pre>
 *   rate    = bytes given back / the time in which they were, the median of the last times
 *   allowed = min(depth, what was allowed + 1.1 x rate x time) - what has left
 *   depth   = max(256 KiB, rate x 10 ms)
 * </pre>
 *
 * <p>Before a rate is known, and once the first window has left, all is allowed. Times are in
 * nanoseconds, of one clock; sizes in bytes. One thread's.
 */
public final class Pace {

  private static final double FASTER = 1.1;

  /** What is given back in less time or smaller pieces says little about the path. */
  private static final int MEASURED = 1 << 20;

  private static final int RATES = 8;

  /** After so long without anything given back or sent there was a pause. */
  private static final long PAUSE = 40_000_000;

  private static final int LEAST_DEPTH = 256 << 10;
  private static final long DEPTH_NANOS = 10_000_000;

  private final double[] rates = new double[RATES];
  private int measured;
  private boolean given;
  private long givenAt;
  private long measuredFrom;
  private long measuring;
  private boolean sent;
  private long sentAt;
  private long paced;
  private long refilledAt;
  private double rate;
  private double allowed;

  /** The receiver has given so much of the window back. */
  public void onGiven(int bytes, long nanos) {
    if (!given || nanos - givenAt > PAUSE) {
      measuredFrom = nanos;
      measuring = 0;
    } else {
      measuring += bytes;
      if (measuring >= MEASURED && nanos > measuredFrom) {
        measured((double) measuring / (nanos - measuredFrom));
        measuredFrom = nanos;
        measuring = 0;
      }
    }
    given = true;
    givenAt = nanos;
  }

  /**
   * How much may leave now.
   *
   * @param window what the window allows
   * @return at most that; 0 when a little later there will be more
   */
  public int allowed(int window, long nanos) {
    if (!sent || nanos - sentAt > PAUSE) {
      paced = rate == 0 ? 0 : window;
      refilledAt = nanos;
      allowed = depth();
      sent = true;
      sentAt = nanos;
    }
    if (paced <= 0) {
      return window;
    }
    allowed = Math.min(depth(), allowed + FASTER * rate * (nanos - refilledAt));
    refilledAt = nanos;
    return (int) Math.max(0, Math.min(window, allowed));
  }

  private double depth() {
    return Math.max(LEAST_DEPTH, rate * DEPTH_NANOS);
  }

  /** So much has left. */
  public void onSent(int bytes, long nanos) {
    paced -= bytes;
    allowed -= bytes;
    sentAt = nanos;
  }

  /** What was held up somewhere comes in one go, and looks faster than any path. */
  private void measured(double newest) {
    rates[measured++ % RATES] = newest;
    int known = Math.min(measured, RATES);
    double[] sorted = Arrays.copyOf(rates, known);
    Arrays.sort(sorted);
    rate = sorted[known / 2];
  }
}
