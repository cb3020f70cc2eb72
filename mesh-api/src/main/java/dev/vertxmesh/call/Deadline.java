package dev.vertxmesh.call;

/**
 * The moment by which a call must have ended, on this machine's monotonic clock. Between machines
 * it travels as the time left.
 *
 * @param nanos a reading of {@link System#nanoTime()}; compare by difference only
 */
public record Deadline(long nanos) {

  /** What is further off than this was never meant to pass: about 70 years. */
  private static final long NEVER_NANOS = Long.MAX_VALUE / 4;

  /** So many milliseconds from now. */
  public static Deadline after(long millis, long nowNanos) {
    return new Deadline(nowNanos + millis * 1_000_000);
  }

  /** That of a call which may take as long as it takes. */
  public static Deadline none(long nowNanos) {
    return new Deadline(nowNanos + Long.MAX_VALUE / 2);
  }

  /** Whether it is that of {@link #none}. */
  public boolean isNone(long nowNanos) {
    return nanos - nowNanos > NEVER_NANOS;
  }

  /** Whole milliseconds left, rounded up; 0 when it has passed. */
  public long millisLeft(long nowNanos) {
    long left = nanos - nowNanos;
    return left <= 0 ? 0 : (left + 999_999) / 1_000_000;
  }

  /** Whether the call must have ended by now. */
  public boolean hasPassed(long nowNanos) {
    return nanos - nowNanos <= 0;
  }
}
