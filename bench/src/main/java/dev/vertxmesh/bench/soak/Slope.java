package dev.vertxmesh.bench.soak;

/**
 * A line through samples by least squares: {@code y = a + b x}.
 *
 * @param perHour b
 * @param error standard error of b: {@code sqrt(sum of squared residuals / (n - 2) / sum of squared
 *     deviations of x)}, which holds for residuals that don't depend on one another
 * @param hours from the first sample to the last
 */
record Slope(double perHour, double error, double hours) {

  /**
   * At least three samples, at more than one time.
   *
   * @param hours when
   * @param values what
   */
  static Slope of(double[] hours, double[] values) {
    int n = hours.length;
    double meanX = mean(hours);
    double meanY = mean(values);
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < n; i++) {
      xx += (hours[i] - meanX) * (hours[i] - meanX);
      xy += (hours[i] - meanX) * (values[i] - meanY);
    }
    double slope = xy / xx;
    double residuals = 0;
    for (int i = 0; i < n; i++) {
      double residual = values[i] - meanY - slope * (hours[i] - meanX);
      residuals += residual * residual;
    }
    return new Slope(slope, Math.sqrt(residuals / (n - 2) / xx), hours[n - 1] - hours[0]);
  }

  /** By how much it grew at least, but for one chance in forty: the slope less two errors. */
  double grownAtLeast() {
    return (perHour - 2 * error) * hours;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
