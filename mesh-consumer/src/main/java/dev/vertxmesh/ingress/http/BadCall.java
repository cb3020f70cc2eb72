package dev.vertxmesh.ingress.http;

/**
 * What a request asks can't be made a call; the message names the field or the place. Stackless.
 */
final class BadCall extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean unsupported;

  BadCall(String detail) {
    this(detail, false);
  }

  private BadCall(String detail, boolean unsupported) {
    super(detail, null, false, false);
    this.unsupported = unsupported;
  }

  /** The body is of a kind that nobody reads here. */
  static BadCall unsupported(String detail) {
    return new BadCall(detail, true);
  }

  /** Whether it's the body's kind that is wrong, as its head tells. */
  boolean isUnsupported() {
    return unsupported;
  }
}
