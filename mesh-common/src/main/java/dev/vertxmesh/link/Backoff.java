package dev.vertxmesh.link;

import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: nearly nothing the first time, then doubling from 50 ms
 * to a second, each with a jitter of a half either way, so that many who lost the same peer don't
 * return together.
 */
public final class Backoff {

  private static final long FIRST_MILLIS = 50;
  private static final long MOST_MILLIS = 1_000;

  private final RandomGenerator random;
  private int failures;

  public Backoff(RandomGenerator random) {
    this.random = random;
  }

  /** Milliseconds until the next attempt, at least 1 and at most 1,000. */
  public long nextMillis() {
    long base =
        failures == 0 ? FIRST_MILLIS / 5 : Math.min(MOST_MILLIS, FIRST_MILLIS << (failures - 1));
    failures = Math.min(failures + 1, 16);
    return Math.max(1, Math.min(MOST_MILLIS, (long) (base * (0.5 + random.nextDouble()))));
  }

  /** The peer was reached. */
  public void reset() {
    failures = 0;
  }
}
