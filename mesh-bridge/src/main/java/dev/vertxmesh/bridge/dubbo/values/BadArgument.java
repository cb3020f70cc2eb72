package dev.vertxmesh.bridge.dubbo.values;

import java.util.List;

/** The call itself is wrong. Stackless: it is data, not a fault. */
public final class BadArgument extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** How many names a message has at most. */
  private static final int SHOWN = 10;

  public BadArgument(String message) {
    super(message, null, false, false);
  }

  public static BadArgument at(int index, String message) {
    return new BadArgument("argument " + index + ": " + message);
  }

  /** The names, as far as a message has room for them. */
  static String listed(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() > SHOWN ? shown + ", and %d more".formatted(names.size() - SHOWN) : shown;
  }
}
