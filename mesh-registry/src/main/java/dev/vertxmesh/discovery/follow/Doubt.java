package dev.vertxmesh.discovery.follow;

/**
 * Whether who vanishes is believed to have gone: not while the registry can't be reached, nor soon
 * after. Knows no clock; times are milliseconds that only go forwards.
 */
final class Doubt {

  private boolean reachable = true;
  private boolean disturbed;
  private long recoveredAt;

  /** What is known is from before. */
  void begin(long now) {
    disturbed = true;
    recoveredAt = now;
  }

  void lose() {
    reachable = false;
    disturbed = true;
  }

  /** Whether that's new. */
  boolean recover(long now) {
    boolean isNew = !reachable;
    reachable = true;
    recoveredAt = isNew ? now : recoveredAt;
    return isNew;
  }

  boolean isReachable() {
    return reachable;
  }

  boolean isBelieved(long now) {
    return reachable && (!disturbed || now - recoveredAt > FollowOptions.HOLD_MILLIS);
  }
}
