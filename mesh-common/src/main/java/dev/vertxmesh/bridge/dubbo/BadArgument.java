package dev.vertxmesh.bridge.dubbo;

/** The call itself is wrong. Stackless: it is data, not a fault. */
final class BadArgument extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadArgument(String message) {
    super(message, null, false, false);
  }

  static BadArgument at(int index, String message) {
    return new BadArgument("argument " + index + ": " + message);
  }
}
