package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.bridge.dubbo.values.Thrown;
import java.util.regex.Pattern;

/**
 * How it shows that a provider's Dubbo didn't make of a generic call's arguments what the method
 * takes. Some it refuses before the method is called. Others it leaves as they came, and the
 * method, or what calls it, fails over a value of a class that only a generic call has put there.
 */
final class UnmadeArguments {

  private static final String INSTEAD =
      "; say the types of the arguments, mark the value, or give --api";

  /**
   * The classes that JSON's values have in a generic call, and what {@code PojoUtils} makes of them
   * where it knows nothing better. The text is the JVM's, which from 11 on begins with "class".
   */
  private static final Pattern LEFT_AS_IT_CAME =
      Pattern.compile(
          "^(?:class )?java\\.(?:lang\\.(?:String|Boolean|Integer|Long|Double)"
              + "|math\\.Big(?:Integer|Decimal)|util\\.(?:Linked)?HashMap|util\\.ArrayList)"
              + " cannot be cast to ");

  private UnmadeArguments() {}

  /** Whether an exception that came of a generic call is about such a value. */
  static boolean isShownBy(Thrown thrown) {
    return "java.lang.ClassCastException".equals(thrown.className())
        && thrown.message() != null
        && LEFT_AS_IT_CAME.matcher(thrown.message()).find();
  }

  /** What a caller is told where the provider said so itself. */
  static String refused(String reason) {
    return "the provider's Dubbo can't make an argument of what was given: " + reason + INSTEAD;
  }

  /** What a caller is told where it shows by the exception. */
  static String left(String message) {
    return "the provider's Dubbo left a value as JSON has it, and not as the method takes it: "
        + message
        + INSTEAD;
  }
}
