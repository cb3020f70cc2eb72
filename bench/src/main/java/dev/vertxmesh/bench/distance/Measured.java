package dev.vertxmesh.bench.distance;

import java.util.Arrays;

/**
 * How long some calls of one way took.
 *
 * @param millis in the order in which they were made
 */
record Measured(Way way, double[] millis) {

  double first() {
    return millis[0];
  }

  /** Of all but the first. */
  double slowestAfter() {
    return Arrays.stream(millis).skip(1).max().orElse(Double.NaN);
  }

  double median() {
    return quantile(0.5);
  }

  double quantile(double part) {
    if (millis.length == 0) {
      return Double.NaN;
    }
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
  }
}
