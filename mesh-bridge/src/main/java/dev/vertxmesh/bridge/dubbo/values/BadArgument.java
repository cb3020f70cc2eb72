package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.List;

/** The call itself is wrong. Stackless: it is data, not a fault. */
public final class BadArgument extends RuntimeException {

  /** What helps where it's the types that aren't known, as the end of a message. */
  public static final String GIVE_API = "give this agent the service's classes (--api JAR)";

  private static final long serialVersionUID = 1L;

  /** How much a message repeats of where a value is. */
  private static final int LONGEST_PATH = 500;

  /** How many names a message has at most. */
  private static final int SHOWN = 10;

  public BadArgument(String message) {
    super(message, null, false, false);
  }

  public static BadArgument at(int index, String message) {
    return new BadArgument("argument " + index + ": " + message);
  }

  /**
   * As of the place inside of an argument that a parser stands at.
   *
   * @param context whose outermost are all arguments
   */
  public static BadArgument at(int index, JsonStreamContext context, String message) {
    String pointer = context.pathAsPointer().toString();
    int inside = pointer.indexOf('/', 1);
    String path = inside < 0 ? "" : pointer.substring(inside);
    String shown = path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH) + "...";
    return new BadArgument(
        "argument " + index + (path.isEmpty() ? "" : " at " + shown) + ": " + message);
  }

  /** The names, as far as a message has room for them. */
  static String listed(List<String> names) {
    String shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() > SHOWN ? shown + ", and %d more".formatted(names.size() - SHOWN) : shown;
  }
}
