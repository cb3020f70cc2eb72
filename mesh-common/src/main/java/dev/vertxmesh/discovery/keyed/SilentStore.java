package dev.vertxmesh.discovery.keyed;

/** The store has given no sign of life though it was asked for one. Stackless. */
final class SilentStore extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SilentStore(long millis) {
    super("no sign of life for " + millis + " ms", null, false, false);
  }
}
