package dev.vertxmesh.discovery.follow;

import java.util.Collection;

/**
 * When a new listener is told for the first time: at once of all services that are followed from
 * the beginning, if reading them doesn't take long. Knows no clock: times are milliseconds that
 * only go forwards.
 */
final class FirstSnapshot {

  /** How long it waits for all at most, after the registry was heard of. */
  static final long PATIENCE_MILLIS = 3_000;

  /**
   * How long it waits for what applications tell, once somebody is known to serve each interface:
   * with thousands of services, a listener that's told twice has all the work twice.
   */
  static final long SETTLING_MILLIS = 500;

  private static final long NEVER = -1;

  private long heardAt = NEVER;
  private long knownAt = NEVER;

  /** The registry was heard of. */
  void onHeard(long now) {
    heardAt = now;
  }

  /**
   * Whether what's known is told now.
   *
   * @param followed all that are followed
   * @param areAll whether there are no others that will be
   */
  boolean isWhole(Collection<FollowedInterface> followed, boolean areAll, long now) {
    if (!areAll || !followed.stream().allMatch(FollowedInterface::isKnown)) {
      return now - heardAt > PATIENCE_MILLIS;
    }
    knownAt = knownAt == NEVER ? now : knownAt;
    return now - knownAt > SETTLING_MILLIS
        || followed.stream().allMatch(FollowedInterface::isSettled);
  }
}
