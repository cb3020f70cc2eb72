package dev.vertxmesh.bench.soak;

/** What is looked at in each agent, and by how much it may grow in a run after warm-up. */
enum Gauge {
  HEAP("heap after collection, KiB", 2048),
  DIRECT("direct memory, KiB", 2048),
  PINNED("of it in use, KiB", 2048),
  RSS("resident set, KiB", 8192),
  NON_HEAP("classes and compiled code, KiB", Double.NaN),
  DESCRIPTORS("descriptors", 4),
  THREADS("threads", 1),
  IN_FLIGHT("calls in flight", Double.NaN),
  DEADLINES("deadlines set", Double.NaN),
  STREAMS("streams on links", Double.NaN),
  LINKS("links", 2),
  CALLERS("callers' connections", Double.NaN);

  private final String title;
  private final double mayGrow;

  Gauge(String title, double mayGrow) {
    this.title = title;
    this.mayGrow = mayGrow;
  }

  String title() {
    return title;
  }

  /** In a whole run, however long; not a number if it's told and not judged. */
  double mayGrow() {
    return mayGrow;
  }
}
