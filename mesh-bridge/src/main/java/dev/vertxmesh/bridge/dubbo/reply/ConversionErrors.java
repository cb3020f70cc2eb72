package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How it shows that a provider's Dubbo didn't make of a generic call's arguments what the method
 * takes. Some it refuses before the method is called. Others it leaves as they came, and the
 * method, or what calls it, fails over a value of a class that only a generic call has put there.
 */
final class ConversionErrors {

  /** How it begins where a provider has said so itself. */
  static final String UNCONVERTED = "the provider couldn't convert an argument: ";

  private static final String SAY = "send the types of the arguments, ";
  private static final String FITS = "send a value that fits, ";
  private static final String MARK = "mark it, as in {\"$bytes\": \"AQID\"}, ";

  /**
   * The classes that JSON's values have in a generic call, and what {@code PojoUtils} makes of them
   * where it knows nothing better. The text is the JVM's, which from 11 on begins with "class".
   */
  private static final Pattern LEFT_AS_IT_CAME =
      Pattern.compile(
          "^(?:class )?java\\.(?:lang\\.(?:String|Boolean|Integer|Long|Double)"
              + "|math\\.Big(?:Integer|Decimal)|util\\.(?:Linked)?HashMap|util\\.ArrayList)"
              + " cannot be cast to ");

  /**
   * How Dubbo's own wrapper fails over a null where the method takes a primitive: its fourth
   * parameter is the arguments. The text is the JVM's, from 14 on.
   */
  private static final Pattern NULL_FOR_PRIMITIVE =
      Pattern.compile(
          "^Cannot invoke \"java\\.lang\\.\\w+\\.\\w+Value\\(\\)\" because"
              + " \"<parameter4>\\[(\\d+)\\]\" is null");

  private ConversionErrors() {}

  /**
   * What a caller is told of an exception that came of a generic call, where it's about an argument
   * that wasn't made; null if it isn't.
   *
   * @param typed whether the call has said its arguments' types
   */
  static String told(ThrownException thrown, boolean typed) {
    if (isCast(thrown)) {
      boolean helps = !typed && DubboErrorTexts.isCastToExact(thrown.message());
      return "the provider couldn't convert a value: %s; %s"
          .formatted(DubboErrorTexts.ofCast(thrown.message()), instead(helps, false));
    }
    Matcher isNull = NULL_FOR_PRIMITIVE.matcher(thrown.message() == null ? "" : thrown.message());
    return "java.lang.NullPointerException".equals(thrown.className()) && isNull.find()
        ? "argument %s: null, where the method takes a primitive".formatted(isNull.group(1))
        : null;
  }

  /** Whether a cast has failed of what JSON's values are, or their like. */
  static boolean isCast(ThrownException thrown) {
    return "java.lang.ClassCastException".equals(thrown.className())
        && thrown.message() != null
        && LEFT_AS_IT_CAME.matcher(thrown.message()).find();
  }

  /**
   * What a caller is told where the provider said so itself. Inside of an object the types of the
   * arguments don't help, and where it's known what was expected, nothing is to be added.
   */
  static String refused(String reason, boolean typed) {
    String told = UNCONVERTED + reason;
    if (DubboErrorTexts.saysWhatFits(reason)) {
      return told;
    }
    boolean inField = DubboErrorTexts.isOfField(reason);
    boolean isText = inField && reason.endsWith(" a string");
    return told + "; " + instead(!typed && !inField, isText);
  }

  /** What is lost of an exception that came of a generic call, and what to do about it. */
  static String lost(boolean typed) {
    return "its fields and cause are missing; "
        + (typed ? "" : "send the types of the arguments, or ")
        + BadArgument.GIVE_API;
  }

  /**
   * @param say whether the types of the arguments would help, and haven't been said
   * @param mark whether a text would be taken that says what it is
   */
  private static String instead(boolean say, boolean mark) {
    return (say ? SAY : "") + FITS + (mark ? MARK : "") + "or " + BadArgument.GIVE_API;
  }
}
