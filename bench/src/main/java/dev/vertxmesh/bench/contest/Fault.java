package dev.vertxmesh.bench.contest;

/** What becomes of one provider while calls go on, and how it gets well. */
enum Fault {
  SLOW("ten times slower"),
  THROWS("throws at once"),
  GONE("has the service no more");

  private final String title;

  Fault(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * The order that begins it.
   *
   * @param delayMillis how long a call takes when all is well
   */
  String begins(int delayMillis) {
    return switch (this) {
      case SLOW -> "delay " + 10 * delayMillis;
      case THROWS -> "throw";
      case GONE -> "leave";
    };
  }

  /** The order that ends it. */
  String ends(int delayMillis) {
    return switch (this) {
      case SLOW -> "delay " + delayMillis;
      case THROWS -> "answer";
      case GONE -> "return";
    };
  }
}
