package dev.vertxmesh.kvstore.run;

/**
 * A histogram of call times: in steps of 10 microseconds up to a second, and of a millisecond from
 * there to 100 seconds. One thread records.
 */
final class Latencies {
  private static final long FINE_NANOS = 10_000;
  private static final long COARSE_NANOS = 1_000_000;
  private static final int FINE = 100_000;
  private static final int COARSE = 99_000;
  private static final long FROM_NANOS = FINE * FINE_NANOS;

  private final int[] counts = new int[FINE + COARSE + 1];
  private long count;

  /** What takes longer than 100 s is counted as 100 s. */
  void record(long nanos) {
    counts[step(nanos)]++;
    count++;
  }

  private static int step(long nanos) {
    if (nanos < FROM_NANOS) {
      return (int) (Math.max(0, nanos) / FINE_NANOS);
    }
    return FINE + (int) Math.min(COARSE, (nanos - FROM_NANOS) / COARSE_NANOS);
  }

  void add(Latencies other) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += other.counts[i];
    }
    count += other.count;
  }

  /**
   * The time in ms that a share of the calls stayed within, to the end of its step; NaN if nothing
   * was recorded.
   *
   * @param share from 0 to 1
   */
  double percentileMillis(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * count));
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return endNanos(i) / 1e6;
      }
    }
    return Double.NaN;
  }

  private static long endNanos(int step) {
    return step < FINE ? (step + 1) * FINE_NANOS : FROM_NANOS + (step - FINE + 1) * COARSE_NANOS;
  }
}
