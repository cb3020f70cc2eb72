package dev.vertxmesh.limits;

/**
 * So much a second, and so much at once.
 *
 * @param perSecond above 0
 * @param burst from 1
 */
record Rate(double perSecond, double burst) {

  TokenBucket bucket(long now) {
    return new TokenBucket(perSecond, burst, now);
  }

  /** Such as {@code 100}, or {@code 0.5}. */
  String text() {
    return perSecond == Math.rint(perSecond) ? "" + (long) perSecond : "" + perSecond;
  }
}
