package dev.vertxmesh.link.tls;

/** The other side of a link isn't whom it has to be. Stackless: its message is for a person. */
public final class PeerRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PeerRefusal(String message) {
    super(message, null, false, false);
  }
}
