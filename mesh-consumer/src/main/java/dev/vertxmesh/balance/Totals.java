package dev.vertxmesh.balance;

/** What the members of a service have in sum. */
final class Totals {
  /** Calls in flight, at whomever. */
  int inFlight;

  /** Of those that are usable. */
  double capacity;

  /** Calls that a unit of capacity has in flight, by how many come and how long they take. */
  double usualInFlight;
}
