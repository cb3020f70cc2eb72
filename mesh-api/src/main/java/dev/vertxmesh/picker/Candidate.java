package dev.vertxmesh.picker;

/**
 * An instance that serves a service, as one event loop of the consumer agent sees it. Its figures
 * change from call to call, and may be asked on that loop only.
 */
public interface Candidate {

  /** Where it is, as {@code HOST:PORT}: the same for every consumer agent. */
  String address();

  /** Its share next to the others', as it's registered, and less while it warms up; above 0. */
  double weight();

  /** Calls of this service that this event loop has in flight there. */
  int inFlight();

  /** How long its calls take on average, in nanoseconds; 0 before the first has been answered. */
  double latencyNanos();

  /**
   * Whether it may be picked now: it can be reached, isn't ejected, and hasn't had this call
   * before.
   */
  boolean isUsable();
}
