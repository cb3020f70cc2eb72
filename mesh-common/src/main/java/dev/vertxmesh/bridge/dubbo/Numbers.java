package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.dubbo.HessianWriter;
import io.netty.buffer.ByteBuf;

/** Converts what a caller wrote as a number to the type that the method takes, or says why not. */
final class Numbers {

  /** How much of a wrong value a message repeats. */
  private static final int SHOWN = 40;

  private Numbers() {}

  static void writeWhole(ByteBuf out, int index, Parameter parameter, String text) {
    Parameter.Kind kind = parameter.kind();
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw notIn(index, parameter, text);
    }
    if (value < kind.least || value > kind.most) {
      throw notIn(index, parameter, text);
    }
    if (kind == Parameter.Kind.LONG) {
      HessianWriter.writeLong(out, value);
    } else {
      HessianWriter.writeInt(out, (int) value);
    }
  }

  /** A float or a double; hessian2 knows the second only, and Dubbo narrows it on arrival. */
  static void writeReal(ByteBuf out, int index, Parameter parameter, String text) {
    double value = real(text);
    boolean named = text.equals("NaN") || text.endsWith("Infinity");
    boolean fits =
        parameter.kind() == Parameter.Kind.FLOAT
            ? Float.isFinite((float) value)
            : Double.isFinite(value);
    if (!fits && !named) {
      throw BadArgument.at(index, shown(text) + " is not " + article(parameter));
    }
    HessianWriter.writeDouble(out, value);
  }

  /** A number of no given type: int if it fits, long if that fits, else double. */
  static void writeAny(ByteBuf out, int index, Parameter parameter, String text) {
    Object value = natural(text);
    if (value instanceof Integer number) {
      HessianWriter.writeInt(out, number);
    } else if (value instanceof Long number) {
      HessianWriter.writeLong(out, number);
    } else if (value instanceof Double number) {
      HessianWriter.writeDouble(out, number);
    } else {
      throw BadArgument.at(index, shown(text) + " is not " + article(parameter));
    }
  }

  /** Integer, Long or Double, or null where none of them holds it. */
  static Object natural(String text) {
    if (text.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9')) {
      try {
        long value = Long.parseLong(text);
        if (value == (int) value) {
          return (int) value;
        }
        return value;
      } catch (NumberFormatException e) {
        return null;
      }
    }
    double value = real(text);
    return Double.isFinite(value) ? value : null;
  }

  static String character(int index, String text) {
    if (text.length() != 1) {
      throw BadArgument.at(index, quoted(text) + " is not a single UTF-16 character");
    }
    return text;
  }

  static BadArgument unsupported(int index, Parameter parameter) {
    return BadArgument.at(
        index,
        parameter.javaType() + " is not supported yet, only null and " + Parameter.SUPPORTED);
  }

  static String quoted(String text) {
    return "'" + shown(text) + "'";
  }

  static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }

  /** "an int", "a long", and for a class its name. */
  static String article(Parameter parameter) {
    String type = parameter.javaType();
    if (!parameter.isPrimitive()) {
      return type;
    }
    return (type.equals("int") ? "an " : "a ") + type;
  }

  private static BadArgument notIn(int index, Parameter parameter, String text) {
    Parameter.Kind kind = parameter.kind();
    return BadArgument.at(
        index,
        "%s is not %s (%d to %d)"
            .formatted(shown(text), article(parameter), kind.least, kind.most));
  }

  /** What isn't a number is infinite here; Java's own suffixes and hexadecimals aren't numbers. */
  private static double real(String text) {
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
}
