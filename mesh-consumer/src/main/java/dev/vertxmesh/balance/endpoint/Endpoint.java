package dev.vertxmesh.balance.endpoint;

import dev.vertxmesh.call.Caller;
import java.util.Map;

/** Somebody who serves a service, as far as choosing goes. Nothing here allocates. */
public interface Endpoint extends Caller {

  /** Its share, relative to the others'; from 1. */
  int weight();

  /** Whether it can be reached now. */
  boolean isOpen();

  /** How many more calls it takes now; not above 0 means that it would have to queue them. */
  int freeCredit();

  /** Why it can't be reached, for a person to read. */
  String state();

  /** Names it, to every consumer alike and for as long as it's registered: its address. */
  String key();

  /** Free words about it, such as its zone. */
  default Map<String, String> tags() {
    return Map.of();
  }

  /** When it started, in milliseconds since 1970; 0 when nobody knows. */
  long startedAtMillis();

  /** Calls that this event loop has in flight there, of all services. */
  int inFlight();

  /** How many calls it can work on at a time, as it told last; 0 until told. */
  int reportedLimit();

  /**
   * How long it had a call, as it told last, in nanoseconds; 0 until told. Read when a call has
   * just ended there, it's of that call, or of several of which that was the last.
   */
  long serviceNanos();
}
