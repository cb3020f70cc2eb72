package dev.vertxmesh.balance;

/** Calls per nanosecond, as a moving average. */
final class CallRate {

  private final double reachNanos;
  private double perNano;

  /**
   * @param reachNanos how far back it reaches
   */
  CallRate(double reachNanos) {
    this.reachNanos = reachNanos;
  }

  void add(long calls, double sinceNanos) {
    double weight = sinceNanos / (sinceNanos + reachNanos);
    perNano += (calls / sinceNanos - perNano) * weight;
  }

  double perNano() {
    return perNano;
  }
}
