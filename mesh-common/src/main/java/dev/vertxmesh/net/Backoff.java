package dev.vertxmesh.net;

import java.util.random.RandomGenerator;

/**
 * How long to wait before connecting again, to an agent, a provider or a registry: not at all at
 * first, then a delay that doubles, of which each wait is a random half to whole, so that the loops
 * of many agents don't come back as one.
 */
public final class Backoff {

  private final int first;
  private final int most;
  private final RandomGenerator random;
  private int failures;

  /**
   * @param first milliseconds before the second attempt
   * @param most milliseconds that the delay doubles to
   */
  public Backoff(int first, int most, RandomGenerator random) {
    this.first = first;
    this.most = most;
    this.random = random;
  }

  /** Milliseconds until the next attempt. */
  public long next() {
    int failure = failures++;
    if (failure == 0) {
      return 0;
    }
    long delay = Math.min(most, (long) first << Math.min(failure - 1, 30));
    return delay - (long) (random.nextDouble() * delay / 2);
  }

  /** A connection has proved to be of use: the next attempt is at once again. */
  public void reset() {
    failures = 0;
  }
}
