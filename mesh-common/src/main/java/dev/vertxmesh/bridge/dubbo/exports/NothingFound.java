package dev.vertxmesh.bridge.dubbo.exports;

/** Nobody told what the provider exports. Stackless: the message says who was asked, and how. */
public final class NothingFound extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NothingFound(String message) {
    super(message, null, false, false);
  }
}
