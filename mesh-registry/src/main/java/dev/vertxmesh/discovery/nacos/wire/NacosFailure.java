package dev.vertxmesh.discovery.nacos.wire;

/** What Nacos refused, in its own words. Stackless. */
public final class NacosFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The connection isn't known (any more), by the server's word. */
  static final int UNREGISTERED = 301;

  /** There's no such configuration. */
  public static final int NOT_FOUND = 300;

  private static final int FORBIDDEN = 403;
  private static final int UNAUTHORIZED = 401;

  /** Among them that a server has just begun, or is about to end. */
  private static final int OF_SERVER = 500;

  private final int code;

  NacosFailure(String message, int code) {
    super(message, null, false, false);
    this.code = code;
  }

  /** Nacos' own. */
  public int code() {
    return code;
  }

  /** Whether a new token may help. */
  boolean wantsToken() {
    return isForbidden();
  }

  /** Whether it's a matter of who asks. */
  public boolean isForbidden() {
    return code == FORBIDDEN || code == UNAUTHORIZED;
  }

  /** Whether it may be that a configuration wasn't any more what its writer took it for. */
  public boolean isConflict() {
    return code == OF_SERVER;
  }

  /** Whether it's about this server, and another may do better. */
  boolean isOfThisServer() {
    return code == UNREGISTERED || code == OF_SERVER;
  }
}
