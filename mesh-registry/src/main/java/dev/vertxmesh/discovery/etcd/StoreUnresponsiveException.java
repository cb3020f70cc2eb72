package dev.vertxmesh.discovery.etcd;

/** The store has given no sign of life though it was asked for one. Stackless. */
final class StoreUnresponsiveException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StoreUnresponsiveException(long millis) {
    super("no sign of life for " + millis + " ms", null, false, false);
  }
}
