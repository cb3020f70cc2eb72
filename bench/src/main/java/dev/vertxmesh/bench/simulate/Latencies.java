package dev.vertxmesh.bench.simulate;

import java.util.Arrays;

/** A histogram of time spans in steps of two percent. */
final class Latencies {

  private static final double STEP = Math.log(1.02);
  private static final double LEAST_NANOS = 10_000;
  private static final int STEPS = 1_000;

  private final int[] counts = new int[STEPS];
  private long count;

  void add(long nanos) {
    int step = (int) (Math.log(Math.max(1, nanos / LEAST_NANOS)) / STEP);
    counts[Math.min(STEPS - 1, step)]++;
    count++;
  }

  long count() {
    return count;
  }

  /** In nanoseconds; 0 of none. */
  double quantile(double part) {
    long left = (long) Math.ceil(part * count);
    for (int step = 0; step < STEPS && count > 0; step++) {
      left -= counts[step];
      if (left <= 0) {
        return LEAST_NANOS * Math.exp((step + 0.5) * STEP);
      }
    }
    return 0;
  }

  void clear() {
    Arrays.fill(counts, 0);
    count = 0;
  }
}
