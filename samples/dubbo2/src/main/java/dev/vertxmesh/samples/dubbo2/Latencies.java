package dev.vertxmesh.samples.dubbo2;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A histogram of call times in steps of 10 microseconds up to 10 seconds; any thread may record.
 */
final class Latencies {
  private static final long STEP_NANOS = TimeUnit.MICROSECONDS.toNanos(10);
  private static final int STEPS = 1_000_000;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(STEPS + 1);

  /** What takes longer than 10 s is counted as 10 s. */
  void record(long nanos) {
    counts.incrementAndGet((int) Math.min(STEPS, Math.max(0, nanos / STEP_NANOS)));
  }

  /** Calls recorded. */
  long count() {
    long count = 0;
    for (int i = 0; i <= STEPS; i++) {
      count += counts.get(i);
    }
    return count;
  }

  /**
   * The time in ms that a share of the calls stayed within, to the end of its 10 us step; 0 if
   * nothing was recorded.
   *
   * @param share from 0 to 1
   */
  double percentileMillis(double share) {
    long rank = (long) Math.ceil(share * count());
    long seen = 0;
    for (int i = 0; i <= STEPS; i++) {
      seen += counts.get(i);
      if (seen >= rank && seen > 0) {
        return (i + 1) * STEP_NANOS / 1e6;
      }
    }
    return 0;
  }
}
