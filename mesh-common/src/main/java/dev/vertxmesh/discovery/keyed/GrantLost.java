package dev.vertxmesh.discovery.keyed;

/** The store doesn't have the grant any more, and nothing of what was bound to it. Stackless. */
public final class GrantLost extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public GrantLost(String message) {
    super(message, null, false, false);
  }
}
