package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.dubbo.WireObject;
import java.math.BigDecimal;
import java.util.Set;

/**
 * What the fields of some Java classes mean, on the wire as hessian-lite and the JDK lay them out.
 */
final class Known {

  /** Of {@code Throwable}, and what Dubbo's {@code GenericException} says of the real one. */
  private static final Set<String> THROWABLES_OWN =
      Set.of(
          "detailMessage",
          "cause",
          "stackTrace",
          "suppressedExceptions",
          "class",
          "message",
          "localizedMessage",
          "exceptionClass",
          "exceptionMessage");

  private Known() {}

  /** An enum's name, or null if the object isn't one. */
  static String text(WireObject object) {
    boolean isEnum = object.size() == 1 && "name".equals(object.name(0));
    return isEnum && object.value(0) instanceof String name ? name : null;
  }

  /** A BigDecimal, or null if the object isn't one. */
  static BigDecimal decimal(WireObject object) {
    boolean isDecimal = "java.math.BigDecimal".equals(object.type());
    if (isDecimal && object.get("value") instanceof String digits) {
      try {
        return new BigDecimal(digits);
      } catch (NumberFormatException e) {
        return null;
      }
    }
    return null;
  }

  /** For a generic call the provider wraps what was thrown. */
  static Object thrownClass(WireObject thrown) {
    return thrown.get("exceptionClass") instanceof String real ? real : thrown.type();
  }

  /** fastjson has it by the getter's name, the others by the field's. */
  static Object thrownMessage(WireObject thrown) {
    if (thrown.get("exceptionClass") instanceof String) {
      return thrown.get("exceptionMessage");
    }
    Object message = thrown.get("detailMessage");
    return message == null ? thrown.get("message") : message;
  }

  static boolean isThrowablesOwn(String field) {
    return THROWABLES_OWN.contains(field);
  }
}
