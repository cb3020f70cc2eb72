package dev.vertxmesh.limits;

/** What of a rule may be used up, as metrics call it. */
enum Bound {
  CALLS("calls"),
  BYTES("bytes"),
  /** Calls at the same time. */
  CONCURRENCY("concurrency");

  private final String label;

  Bound(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
