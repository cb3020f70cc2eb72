package dev.vertxmesh.balance;

import dev.vertxmesh.call.Caller;

/** Somebody who serves a service, as far as choosing goes. */
public interface Endpoint extends Caller {

  /** Its share, relative to the others'; from 1. */
  int weight();

  /** Whether it can be reached now. */
  boolean isOpen();

  /** How many more calls it takes now; not above 0 means that it would have to queue them. */
  int freeCredit();

  /** Why it can't be reached, for a person to read. */
  String state();
}
