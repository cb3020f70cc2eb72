package dev.vertxmesh.admission;

/**
 * How many calls an event loop may have in flight, by how long what comes waits for its turn there.
 * Arithmetic only; times are nanoseconds.
 *
 * <p>The signal is CoDel's (Nichols and Jacobson, "Controlling Queue Delay", 2012; RFC 8289): not
 * how long a queue is or how long one wait was, but the shortest wait of a whole interval. A burst
 * fills a queue and lets it go empty again; only a queue that stands never does. The answer to it
 * isn't CoDel's, which drops one more packet every interval / sqrt(n) and trusts that senders slow
 * down: callers over HTTP don't, so what is in flight is bounded instead, as in Maurer, "Fail at
 * Scale" (2015), by additive increase, multiplicative decrease (Chiu and Jain, 1989):
 *
 * <pre>
 * after each interval, which has 5 waits or more
 *   shortest wait > target    limit = max(floor, min(limit, most in flight) / 2)
 *   otherwise                 limit = limit + floor / 8, and none once it's twice the most in flight
 * a call is taken             while in flight < max(floor, limit)
 * </pre>
 *
 * <p>Each wait is counted once, however long it was: a loop that has stood still for seconds hasn't
 * seen more than one. And what is below the floor is always taken. To refuse a call costs a part of
 * what it costs to make it, so callers that come back at once would keep a loop busy with refusals,
 * and a limit that goes down to nothing would stay there.
 */
final class QueueLimit {

  /** Of an interval that was looked at less often nothing is known. */
  static final int LEAST_WAITS = 5;

  private static final int NONE = Integer.MAX_VALUE;
  private static final int STEPS_A_FLOOR = 8;

  private final long target;
  private final long interval;
  private final int floor;
  private int limit = NONE;
  private int most;
  private int waits;
  private long shortest;
  private long begun;
  private long standing;

  /**
   * @param target nanoseconds that a standing queue may take
   * @param interval nanoseconds for which it has to stand
   * @param floor calls in flight that are taken in any case, from 1
   */
  QueueLimit(long target, long interval, int floor) {
    this.target = target;
    this.interval = interval;
    this.floor = floor;
  }

  /**
   * Whether one call more is taken.
   *
   * @param inFlight without it
   */
  boolean takes(int inFlight) {
    most = Math.max(most, inFlight + 1);
    return inFlight < limit;
  }

  /** Whether there is a limit. */
  boolean isSet() {
    return limit != NONE;
  }

  /** How long something waited for its turn, up to now. */
  void waited(long nanos, long now) {
    if (waits == 0) {
      begun = now - nanos;
      shortest = nanos;
    }
    shortest = Math.min(shortest, nanos);
    waits++;
    if (waits >= LEAST_WAITS && now - begun >= interval) {
      judge();
    }
  }

  /** Nothing has come for a while: what was seen before is of another time. */
  void idle() {
    waits = 0;
    most = 0;
    standing = 0;
    limit = NONE;
  }

  /** The shortest wait of the last interval that has ended; 0 when idle. */
  long standing() {
    return standing;
  }

  private void judge() {
    standing = shortest;
    if (standing > target) {
      limit = Math.max(floor, Math.min(limit, most) / 2);
    } else if (limit != NONE) {
      int higher = limit + Math.max(1, floor / STEPS_A_FLOOR);
      limit = higher / 2 >= most ? NONE : higher;
    }
    waits = 0;
    most = 0;
  }
}
