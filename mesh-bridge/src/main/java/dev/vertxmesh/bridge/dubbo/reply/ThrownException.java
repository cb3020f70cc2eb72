package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.dubbo.wire.WireText;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a method threw, as Dubbo hands it on.
 *
 * <p>A generic call gets a {@code GenericException} that names the real class and message. An
 * exception that the method doesn't declare, and whose class the consumer may not have, comes as a
 * {@code RuntimeException} with the text of its whole stack trace as the message ({@code
 * ExceptionFilter}). Here both are the exception that was meant.
 *
 * @param className of the real exception, null if it isn't told
 * @param wire the exception as it came
 */
public record ThrownException(String className, String message, WireObject wire) {

  /** Of {@code Throwable}, and of {@code GenericException}. */
  private static final Set<String> THROWABLES_OWN =
      Set.of(
          "detailMessage",
          "cause",
          "stackTrace",
          "suppressedExceptions",
          "class",
          "serialVersionUID", // dubbo-go writes it as a field
          "message",
          "localizedMessage",
          "suppressed",
          "exceptionClass",
          "exceptionMessage",
          "useCause");

  /** {@code Throwable.toString()}, and then a line of a stack trace. */
  private static final Pattern WHOLE_TRACE =
      Pattern.compile("\\A([\\p{L}_$][\\p{L}\\p{N}_$.]*)(?:: (.*?))?\\R\\s+at .*", Pattern.DOTALL);

  public static ThrownException of(WireObject wire) {
    if (wire.get("exceptionClass") instanceof String real) {
      return new ThrownException(real, text(wire.get("exceptionMessage")), wire);
    }
    String message = text(wire.get("detailMessage"));
    if (message == null) {
      message = text(wire.get("message")); // fastjson goes by the getter's name
    }
    if (wire.type().equals("java.lang.RuntimeException") && message != null) {
      Matcher trace = WHOLE_TRACE.matcher(message);
      if (trace.matches()) {
        return new ThrownException(trace.group(1), trace.group(2), wire);
      }
    }
    return new ThrownException(wire.type(), message, wire);
  }

  /** Whether it came of a generic call, which tells neither its own fields nor its cause. */
  boolean isIncomplete() {
    return wire.get("exceptionClass") instanceof String;
  }

  /** What caused it; null if nothing is told, or it says itself. */
  ThrownException cause() {
    return wire.get("cause") instanceof WireObject cause && cause != wire ? of(cause) : null;
  }

  /** Whether a field is what every exception has, and not one of the class's own. */
  static boolean isThrowablesOwn(String field) {
    return THROWABLES_OWN.contains(field);
  }

  private static String text(Object value) {
    return value == null ? null : WireText.of(value);
  }
}
