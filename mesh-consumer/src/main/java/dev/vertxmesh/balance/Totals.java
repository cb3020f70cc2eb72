package dev.vertxmesh.balance;

/** What the members of a service have in sum. */
final class Totals {
  int inFlight;
  double capacity;
}
