package dev.vertxmesh.bridge.dubbo.values;

import java.math.BigDecimal;
import java.math.BigInteger;

/** What a caller wrote as a number, and how messages repeat what it wrote. */
public final class Numbers {

  /**
   * What a double takes at most is less than half of it; a BigDecimal of millions takes minutes.
   */
  private static final int MAX_DIGITS = 1000;

  /** How much of a wrong value a message repeats. */
  private static final int SHOWN = 40;

  private Numbers() {}

  /** JSON has no such numbers; arguments and results write them as strings. */
  public static boolean isNamed(String text) {
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  /**
   * Integer, Long or BigInteger, the first that holds it; a Double, or a BigDecimal if a double
   * wouldn't give back the same digits.
   */
  static Number exact(String text) {
    checkLength(text);
    if (text.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9')) {
      BigInteger whole = new BigInteger(text);
      if (whole.bitLength() < Integer.SIZE) {
        return whole.intValue();
      } else if (whole.bitLength() < Long.SIZE) {
        return whole.longValue();
      }
      return whole;
    }
    double value = Double.parseDouble(text);
    if (Double.toString(value).equals(text)) {
      return value;
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) { // its exponent is none of 32 bits
      throw new BadArgument(shown(text) + " is beyond what a java.math.BigDecimal holds");
    }
  }

  /**
   * @throws NumberFormatException if it's none
   */
  static BigDecimal decimal(String text) {
    checkLength(text);
    return new BigDecimal(text);
  }

  /**
   * @throws NumberFormatException if it's none
   */
  static BigInteger integer(String text) {
    checkLength(text);
    return new BigInteger(text);
  }

  private static void checkLength(String text) {
    if (text.length() > MAX_DIGITS) {
      throw new BadArgument("a number of more than " + MAX_DIGITS + " characters");
    }
  }

  public static String character(int index, String text) {
    if (text.length() != 1) {
      throw BadArgument.at(index, quoted(text) + " is not a single UTF-16 character");
    }
    return text;
  }

  public static String quoted(String text) {
    return "'" + shown(text) + "'";
  }

  static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }

  /** "an int", "a long", and for a class its name. */
  public static String article(String javaType) {
    if (javaType.indexOf('.') >= 0 || javaType.endsWith("]")) {
      return javaType;
    }
    return (javaType.equals("int") ? "an " : "a ") + javaType;
  }

  /** What isn't a number is infinite here; Java's own suffixes and hexadecimals aren't numbers. */
  static double real(String text) {
    switch (text) {
      case "NaN":
        return Double.NaN;
      case "-Infinity":
        return Double.NEGATIVE_INFINITY;
      default:
        boolean plain = text.chars().allMatch(c -> c >= '0' && c <= '9' || "+-.eE".indexOf(c) >= 0);
        return plain ? parse(text) : Double.POSITIVE_INFINITY;
    }
  }

  private static double parse(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** The same number as a BigDecimal, where it's a number that can be one. */
  static Object asDecimal(Object value) {
    boolean isFinite = !(value instanceof Double number) || Double.isFinite(number);
    return value instanceof Number && isFinite ? new BigDecimal(value.toString()) : value;
  }
}
