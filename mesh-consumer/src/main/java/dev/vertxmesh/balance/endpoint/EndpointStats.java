package dev.vertxmesh.balance.endpoint;

/**
 * What one event loop has seen of one service at one endpoint. Times are nanoseconds of a monotonic
 * clock.
 *
 * <p>{@link #peakNanos} is the peak-sensitive moving average of Finagle's PeakEwma: a call that
 * took longer lifts it at once, shorter ones lower it with the time that has passed. {@link
 * #serviceNanos} and {@link #latencyNanos} are plain moving averages, in which a single call counts
 * a sixteenth at most, and less the closer the calls follow one another. Instead of e^-x all use
 * 1/(1+x), which needs no transcendental function and decays alike for small x.
 */
public final class EndpointStats {

  /** Over how long both averages reach, when there are many calls. */
  private static final double REACH_NANOS = 2e9;

  /** And over how many calls, when there are few. */
  private static final int LEAST_CALLS = 6;

  private static final int MOST_SAMPLES = 16;

  /** Over how many calls what part of them is answered reaches, when there are many. */
  private static final int MOST_OUTCOMES = 64;

  private int inFlight;
  private double peakNanos;
  private long peakAt;
  private double serviceNanos;
  private double latencyNanos;
  private long answeredAt;
  private int samples;
  private double success = 1;
  private long weighedAt;
  private int failuresInARow;
  private double calls;
  private double failures;
  private boolean fresh;

  public void begun() {
    inFlight++;
  }

  /**
   * A call has ended.
   *
   * @param took how long it was away
   * @param served how long the endpoint says that it had it; 0 if it doesn't say
   */
  public void ended(Outcome outcome, long took, long served, long now) {
    inFlight--;
    switch (outcome) {
      case ANSWERED -> {
        peak(took, now);
        average(took, served > 0 ? served : took, now);
        answered(now);
      }
      case THREW, STREAMED -> answered(now);
      case FULL -> weigh(0, now);
      case FAILED -> failed(took, now);
      default -> {}
    }
  }

  private void answered(long now) {
    failuresInARow = 0;
    calls++;
    weigh(1, now);
  }

  /** A failure says how long the endpoint takes only if that was long. */
  private void failed(long took, long now) {
    if (took > peakNanos && samples > 0) {
      peak(took, now);
    }
    failuresInARow++;
    calls++;
    failures++;
    weigh(0, now);
  }

  /** A call was away for longer than is usual, and would have been for longer still. */
  public void outlasted(long took, long now) {
    if (took > latencyNanos) {
      peak(took, now);
      average(took, took, now);
      fresh = true;
    }
  }

  private void weigh(int succeeded, long now) {
    double share = Math.max(1.0 / MOST_OUTCOMES, share(now - weighedAt));
    success += (succeeded - success) * Math.min(1.0 / LEAST_CALLS, share);
    weighedAt = now;
    fresh = true;
  }

  private void peak(long took, long now) {
    double share = share(now - peakAt);
    peakNanos = took > peakNanos ? took : peakNanos + (took - peakNanos) * share;
    peakAt = now;
  }

  private void average(long took, long served, long now) {
    samples = Math.min(samples + 1, MOST_SAMPLES);
    double most = 1.0 / Math.min(samples, LEAST_CALLS);
    double least = samples < MOST_SAMPLES ? 1.0 / samples : 0;
    double share = Math.min(most, Math.max(least, share(now - answeredAt)));
    latencyNanos += (took - latencyNanos) * share;
    serviceNanos += (served - serviceNanos) * share;
    answeredAt = now;
  }

  private static double share(long since) {
    return since / (since + REACH_NANOS);
  }

  /**
   * Forgets a part of what's known: of the counts always, and of the averages if there was no call
   * since the last time. Who isn't called any more is thought of as like the others after a while,
   * and so is found when it has recovered.
   *
   * @param keptCounts the part of the counts that stays, to 1
   * @param keptAverages the part of the averages that stays
   * @param usualNanos what the service takes elsewhere
   */
  public void forget(double keptCounts, double keptAverages, double usualNanos) {
    calls *= keptCounts;
    failures *= keptCounts;
    if (!fresh && inFlight == 0) {
      success = 1 - (1 - success) * keptAverages;
      if (samples > 0 && usualNanos > 0) {
        serviceNanos = usualNanos + (serviceNanos - usualNanos) * keptAverages;
        latencyNanos = usualNanos + (latencyNanos - usualNanos) * keptAverages;
        peakNanos = usualNanos + (peakNanos - usualNanos) * keptAverages;
      }
    }
    fresh = false;
  }

  /** The endpoint is another one now, or is given another chance. */
  public void clear() {
    samples = 0;
    serviceNanos = 0;
    latencyNanos = 0;
    peakNanos = 0;
    success = 1;
    failuresInARow = 0;
    calls = 0;
    failures = 0;
  }

  public int inFlight() {
    return inFlight;
  }

  /** The peak-sensitive average of how long calls are away; 0 before the first. */
  public double peakNanos() {
    return peakNanos;
  }

  /** The average of how long the endpoint has a call; 0 before the first. */
  public double serviceNanos() {
    return serviceNanos;
  }

  /** The average of how long calls are away; 0 before the first. */
  public double latencyNanos() {
    return latencyNanos;
  }

  /** How many answers the averages are of; no more than 16. */
  public int samples() {
    return samples;
  }

  /** The part of the latest calls that were answered, 0 to 1. */
  public double success() {
    return success;
  }

  public int failuresInARow() {
    return failuresInARow;
  }

  /** Calls that were answered or failed, those of a while ago counting less. */
  public double calls() {
    return calls;
  }

  /** Those of them that failed. */
  public double failures() {
    return failures;
  }
}
