package dev.vertxmesh.bridge.dubbo.exports;

/** Nobody told what the provider exports. Stackless: the message says who was asked, and how. */
public final class NoExportsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoExportsException(String message) {
    super(message, null, false, false);
  }
}
