package dev.vertxmesh.discovery.etcd;

/** The store doesn't have the grant any more, and nothing of what was bound to it. Stackless. */
public final class LeaseLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public LeaseLostException(String message) {
    super(message, null, false, false);
  }
}
