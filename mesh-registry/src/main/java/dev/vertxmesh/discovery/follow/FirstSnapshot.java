package dev.vertxmesh.discovery.follow;

import java.util.Collection;

/**
 * Decides when a new listener gets its first list of instances. All services that are followed from
 * the start should be in it: with thousands of them, a second list costs the listener as much work
 * as the first. But it doesn't wait long for that. Knows no clock: times are milliseconds that only
 * go forwards.
 */
final class FirstSnapshot {

  /** How long it waits at most until the services are known, once the registry has answered. */
  static final long PATIENCE_MILLIS = 3_000;

  /**
   * How long it waits for what applications say, once each interface has somebody who serves it.
   */
  static final long SETTLING_MILLIS = 500;

  private static final long NEVER = -1;

  private long heardAt = NEVER;
  private long knownAt = NEVER;

  /** The registry has answered for the first time. */
  void onHeard(long now) {
    heardAt = now;
  }

  /**
   * Whether the list is given out as it is now.
   *
   * @param followed the interfaces that are followed
   * @param areAll whether the registry has named all that will be followed from the start
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
