package dev.vertxmesh.access.token;

/** A token that isn't right. It says why, and nothing that stood in it. Stackless. */
public final class TokenRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public TokenRefused(String why) {
    super(why, null, false, false);
  }
}
