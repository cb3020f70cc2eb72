package dev.vertxmesh.discovery;

/** What a registry couldn't do. Stackless: the message says which registry, what and why. */
public final class RegistryFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With the error behind it; null for none. */
  public RegistryFailure(String message, Throwable cause) {
    super(message, cause, false, false);
  }
}
