package dev.vertxmesh.discovery.follow;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * How many interfaces may be followed. There are few places for those that nobody serves, as
 * callers make up their names, and one that nobody has called for the longest time gives its own to
 * another, but not at once: each costs the registry a few questions. On the worker, but for {@link
 * #why}.
 */
final class Places {

  private static final Logger LOG = System.getLogger(Places.class.getName());

  /** How long nobody looks for places again when there was none. */
  private static final long FULL_MILLIS = 100;

  private final Collection<FollowedInterface> followed;
  private final Consumer<FollowedInterface> leave;
  private boolean isLogged;
  private int unserved;
  private long fullUntil;
  private volatile boolean isFull;

  /**
   * @param followed those that are followed, as they are now
   * @param leave has one be followed no longer
   */
  Places(Collection<FollowedInterface> followed, Consumer<FollowedInterface> leave) {
    this.followed = followed;
    this.leave = leave;
  }

  /** Whether there's one for an interface that somebody calls; then it's taken. */
  boolean take(long now) {
    if (now < fullUntil || (unserved >= FollowOptions.MOST_UNSERVED && !make(now))) {
      return false;
    }
    unserved++;
    return has();
  }

  /** Whether there's one for an interface that is followed whether or not somebody calls it. */
  boolean has() {
    isFull = followed.size() >= FollowOptions.MOST_FOLLOWED;
    if (isFull && !isLogged) {
      isLogged = true;
      LOG.log(
          Level.WARNING,
          "{0} interfaces are followed, and no more: calls of others don''t find anybody",
          String.valueOf(followed.size()));
    }
    return !isFull;
  }

  private boolean make(long now) {
    List<FollowedInterface> calledOnly =
        followed.stream().filter(one -> one.isIdle(now, Long.MAX_VALUE, 0)).toList();
    unserved = calledOnly.size();
    if (unserved >= FollowOptions.MOST_UNSERVED) {
      List<FollowedInterface> idle =
          calledOnly.stream()
              .filter(one -> now - one.usedAt() >= FollowOptions.LEAST_UNSERVED_MILLIS)
              .sorted(Comparator.comparingLong(FollowedInterface::usedAt))
              .limit(FollowOptions.MOST_UNSERVED / 10)
              .toList();
      idle.forEach(leave);
      unserved -= idle.size();
    }
    boolean isMade = unserved < FollowOptions.MOST_UNSERVED;
    fullUntil = isMade ? 0 : now + FULL_MILLIS;
    return isMade;
  }

  /** Why one isn't followed that somebody calls, for a person. On any thread. */
  String why() {
    return isFull
        ? "%d interfaces are followed, and no more at a time".formatted(FollowOptions.MOST_FOLLOWED)
        : ("%d other interfaces are followed that nobody serves, and no more at a time;"
                + " the registry is asked at once of those that --subscribe names")
            .formatted(FollowOptions.MOST_UNSERVED);
  }
}
