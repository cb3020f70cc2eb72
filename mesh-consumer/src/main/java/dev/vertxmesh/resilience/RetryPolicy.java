package dev.vertxmesh.resilience;

/**
 * How far a call is helped along.
 *
 * @param mostAttempts the first one included; 1 is never again
 * @param hedgeMillis how long an idempotent call waits for its answer until another endpoint is
 *     asked as well; 0 is never
 */
public record RetryPolicy(int mostAttempts, long hedgeMillis) {

  /**
   * @throws IllegalArgumentException naming what is out of its range
   */
  public RetryPolicy {
    if (mostAttempts < 1 || hedgeMillis < 0) {
      throw new IllegalArgumentException(
          "%d attempts and %d ms, expected at least 1 and 0".formatted(mostAttempts, hedgeMillis));
    }
  }

  boolean hedges() {
    return hedgeMillis > 0 && mostAttempts > 1;
  }
}
