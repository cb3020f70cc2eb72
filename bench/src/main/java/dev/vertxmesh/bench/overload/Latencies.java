package dev.vertxmesh.bench.overload;

/** How long calls took, to a hundredth of a second's hundredth. Not thread-safe. */
final class Latencies {

  private static final long STEP_NANOS = 100_000;
  private static final int STEPS = 200_000;

  private final int[] steps = new int[STEPS + 1];
  private long count;

  void add(long nanos) {
    steps[(int) Math.min(STEPS, Math.max(0, nanos) / STEP_NANOS)]++;
    count++;
  }

  long count() {
    return count;
  }

  /**
   * Milliseconds within which a part of them was.
   *
   * @param part from 0 to 1
   * @return NaN if there are none
   */
  double millis(double part) {
    long left = (long) Math.ceil(count * part);
    for (int step = 0; step <= STEPS && count > 0; step++) {
      left -= steps[step];
      if (left <= 0) {
        return (step + 1) * STEP_NANOS / 1e6;
      }
    }
    return Double.NaN;
  }
}
