package dev.vertxmesh.flow;

/** The round trip without a queue: the least of the last seconds, and when to look for it anew. */
final class RoundTrips {

  /** What is known of it after a round trip was added. */
  enum State {
    /** It is known. */
    KNOWN,
    /** It is too old, and there may be a queue: the window has to become small. */
    LOST,
    /** The window has to stay small. */
    SEARCHED,
    /** It has just been found; the window may be as it was. */
    FOUND
  }

  /** The share of bandwidth x delay at which no queue is left. */
  static final double WITHOUT_QUEUE = 0.9;

  /** After this time a least round trip may be another path's. */
  private static final long MEMORY = 10_000_000_000L;

  /** A round trip that is this much shorter than the last says that the queue still runs dry. */
  private static final double SHORTER = 0.9;

  /** A queue shorter than this can't be told from a thread that had to wait. */
  private static final long LEAST_NOTICED = 10_000_000;

  private static final int SLACK_SHARE = 16;

  private long least = Long.MAX_VALUE;
  private long leastAt;
  private State state = State.KNOWN;
  private long found;

  /**
   * @param busy whether there may have been a queue of our own making
   */
  State add(long roundTrip, long nanos, boolean busy) {
    if (state == State.LOST || state == State.SEARCHED) {
      state = search(roundTrip, nanos);
    } else if (roundTrip > least && nanos - leastAt > MEMORY && busy) {
      found = 0;
      state = State.LOST;
    } else {
      if (roundTrip <= least || nanos - leastAt > MEMORY) {
        know(roundTrip, nanos);
      }
      state = State.KNOWN;
    }
    return state;
  }

  /** The first was still sent behind what was under way. */
  private State search(long roundTrip, long nanos) {
    boolean emptied = found > 0 && roundTrip > SHORTER * found;
    found = found > 0 ? Math.min(found, roundTrip) : roundTrip;
    if (!emptied) {
      return State.SEARCHED;
    }
    know(found, nanos);
    return State.FOUND;
  }

  private void know(long roundTrip, long nanos) {
    least = roundTrip;
    leastAt = nanos;
  }

  /** In nanoseconds; only after one was added. */
  long least() {
    return least;
  }

  /** Room for a higher bandwidth to show itself. */
  long slack() {
    return least / SLACK_SHARE;
  }

  /** A longer round trip than this has a queue in it. */
  long noticed() {
    return least + Math.max(slack(), LEAST_NOTICED);
  }
}
