package dev.vertxmesh.access;

/** What a rule says of a call. */
enum Verdict {
  ALLOW("allow"),
  DENY("deny"),
  /** It passes, and a line says so. */
  LOG_ONLY("log-only");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** As it's written in the file. */
  String label() {
    return label;
  }
}
