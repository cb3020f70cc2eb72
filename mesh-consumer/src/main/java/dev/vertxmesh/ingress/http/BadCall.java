package dev.vertxmesh.ingress.http;

/**
 * What a request asks can't be made a call; the message names the field or the place. Stackless.
 */
final class BadCall extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadCall(String detail) {
    super(detail, null, false, false);
  }
}
