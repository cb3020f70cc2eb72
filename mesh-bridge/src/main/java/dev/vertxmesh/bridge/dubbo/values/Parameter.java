package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import io.netty.buffer.ByteBuf;

/**
 * The type of one parameter.
 *
 * @param javaType as Java source writes it
 * @param name null where it isn't known
 * @param reader of its values, where the API tells more than the type's name; else null
 * @param type as the API says it; null where {@code reader} is
 */
public record Parameter(
    Kind kind, String javaType, String name, TypedValueReader reader, JavaType type) {

  /** What a value must be to fit. */
  public enum Kind {
    STRING,
    BOOLEAN,
    CHAR,
    BYTE(Byte.MIN_VALUE, Byte.MAX_VALUE),
    SHORT(Short.MIN_VALUE, Short.MAX_VALUE),
    INT(Integer.MIN_VALUE, Integer.MAX_VALUE),
    LONG(Long.MIN_VALUE, Long.MAX_VALUE),
    FLOAT,
    DOUBLE,
    NUMBER,
    ANY,
    /** One of {@link ExactTypes}, or an array of one. */
    EXACT,
    /** A type that only the provider knows. */
    OTHER;

    final long least;
    final long most;

    Kind() {
      this(0, 0);
    }

    Kind(long least, long most) {
      this.least = least;
      this.most = most;
    }
  }

  private Parameter(Kind kind, String javaType) {
    this(kind, javaType, null, null, null);
  }

  static Parameter primitive(char letter) {
    return switch (letter) {
      case 'Z' -> new Parameter(Kind.BOOLEAN, "boolean");
      case 'C' -> new Parameter(Kind.CHAR, "char");
      case 'B' -> new Parameter(Kind.BYTE, "byte");
      case 'S' -> new Parameter(Kind.SHORT, "short");
      case 'I' -> new Parameter(Kind.INT, "int");
      case 'J' -> new Parameter(Kind.LONG, "long");
      case 'F' -> new Parameter(Kind.FLOAT, "float");
      case 'D' -> new Parameter(Kind.DOUBLE, "double");
      default -> null;
    };
  }

  static Parameter reference(String javaType) {
    Kind kind =
        switch (javaType) {
          case "java.lang.String", "java.lang.CharSequence" -> Kind.STRING;
          case "java.lang.Boolean" -> Kind.BOOLEAN;
          case "java.lang.Character" -> Kind.CHAR;
          case "java.lang.Byte" -> Kind.BYTE;
          case "java.lang.Short" -> Kind.SHORT;
          case "java.lang.Integer" -> Kind.INT;
          case "java.lang.Long" -> Kind.LONG;
          case "java.lang.Float" -> Kind.FLOAT;
          case "java.lang.Double" -> Kind.DOUBLE;
          case "java.lang.Number" -> Kind.NUMBER;
          case "java.lang.Object" -> Kind.ANY;
          default -> ExactTypes.isExact(javaType) ? Kind.EXACT : Kind.OTHER;
        };
    return new Parameter(kind, javaType);
  }

  /** A primitive takes no null. */
  public boolean isPrimitive() {
    return javaType.indexOf('.') < 0 && kind != Kind.EXACT && kind != Kind.OTHER;
  }

  /** Whether its name alone says how its values are written. */
  public boolean isPlain() {
    return reader == null && kind != Kind.ANY;
  }

  /** Whether an agent can make the very value that a Java caller would send. */
  public boolean isExact() {
    return reader != null || kind != Kind.OTHER && kind != Kind.ANY;
  }

  /** Whether the provider's Dubbo has nothing to make of its values. */
  public boolean isSettled() {
    return isExact() || kind == Kind.ANY;
  }

  /**
   * Writes a whole number.
   *
   * @param index of the argument, for messages
   * @throws BadArgument if the type doesn't hold it
   */
  public void writeWhole(ByteBuf out, int index, String text) {
    long value;
    try {
      value = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw notIn(index, text);
    }
    if (value < kind.least || value > kind.most) {
      throw notIn(index, text);
    }
    if (kind == Kind.LONG) {
      HessianWriter.writeLong(out, value);
    } else {
      HessianWriter.writeInt(out, (int) value);
    }
  }

  private BadArgument notIn(int index, String text) {
    return BadArgument.at(
        index,
        "%s is not %s (%d to %d)"
            .formatted(Numbers.shown(text), Numbers.article(javaType), kind.least, kind.most));
  }

  /** A float or a double; hessian2 knows the second only, and Dubbo narrows it on arrival. */
  public void writeReal(ByteBuf out, int index, String text) {
    double value = Numbers.real(text);
    boolean fits = kind == Kind.FLOAT ? Float.isFinite((float) value) : Double.isFinite(value);
    if (!fits && !Numbers.isNamed(text)) {
      throw BadArgument.at(index, Numbers.shown(text) + " is not " + Numbers.article(javaType));
    }
    HessianWriter.writeDouble(out, value);
  }
}
