package dev.vertxmesh.routing.rule;

import java.util.function.UnaryOperator;

/** One value of a condition: a text with a {@code *}, a range, or {@code $NAME} of who calls. */
final class ValuePattern {

  private static final int MOST_DIGITS = 9;

  private ValuePattern() {}

  /**
   * @param caller what is known of who calls; null where {@code $NAME} has no meaning
   * @param unsure the answer where a range or the value isn't one of numbers
   */
  static boolean matches(
      String pattern, String value, UnaryOperator<String> caller, boolean unsure) {
    if (pattern.indexOf('~') >= 0) {
      return isInRange(pattern, value, unsure);
    }
    if (caller != null && pattern.startsWith("$")) {
      return matchesGlob(caller.apply(pattern.substring(1)), value);
    }
    return matchesGlob(pattern, value);
  }

  static boolean matchesGlob(String pattern, String value) {
    if ("*".equals(pattern)) {
      return true;
    }
    if (pattern == null || pattern.isEmpty() || value.isEmpty()) {
      return (pattern == null || pattern.isEmpty()) && value.isEmpty();
    }
    int star = pattern.lastIndexOf('*');
    if (star < 0) {
      return value.equals(pattern);
    }
    return value.startsWith(pattern.substring(0, star))
        && value.endsWith(pattern.substring(star + 1));
  }

  /** {@code 1~100}, {@code ~100}; both ends belong to it. */
  private static boolean isInRange(String pattern, String value, boolean unsure) {
    int tilde = pattern.indexOf('~');
    String from = pattern.substring(0, tilde);
    String to = pattern.substring(tilde + 1);
    if (!isNumber(value) || to.isEmpty() || !isNumber(to) || !from.isEmpty() && !isNumber(from)) {
      return unsure;
    }
    int number = Integer.parseInt(value);
    return (from.isEmpty() || number >= Integer.parseInt(from)) && number <= Integer.parseInt(to);
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MOST_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
