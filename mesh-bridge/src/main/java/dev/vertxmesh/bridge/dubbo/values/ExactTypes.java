package dev.vertxmesh.bridge.dubbo.values;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.HashMap;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * The Java types whose values are one JSON string or number, so that an agent can make exactly what
 * a Java caller would send. Arrays of them, and {@code byte[]} and {@code char[]}, are exact too.
 */
public final class ExactTypes {

  /** Which JSON a type's values are. */
  enum Form {
    TEXT,
    NUMBER,
    /** A number, or a string that names one: {@code NaN}. */
    REAL,
    TRUTH,
    /** A string or a number. */
    EITHER
  }

  /**
   * @param javaClass of a value, or of an array's element: a primitive's own where it is one
   * @param fromText the value, from a string or from a number as it was written
   * @param example for callers that sent something else
   */
  public record Type(
      Class<?> javaClass, Form form, Function<String, Object> fromText, String example) {

    /**
     * @throws BadArgument saying what was expected
     */
    public Object read(String text) {
      try {
        return fromText.apply(text);
      } catch (DateTimeException
          | ArithmeticException
          | IllegalArgumentException
          | IllformedLocaleException e) {
        throw new BadArgument(
            "%s is not %s, such as %s"
                .formatted(Numbers.quoted(text), Numbers.article(javaClass.getName()), example));
      }
    }
  }

  private static final Map<String, Type> BY_NAME = new HashMap<>();

  static {
    both(byte.class, Byte.class, Form.NUMBER, Byte::valueOf, "-128");
    both(short.class, Short.class, Form.NUMBER, Short::valueOf, "32767");
    both(int.class, Integer.class, Form.NUMBER, Integer::valueOf, "7");
    both(long.class, Long.class, Form.NUMBER, Long::valueOf, "9007199254740993");
    both(float.class, Float.class, Form.REAL, ExactTypes::toFloat, "1.5");
    both(double.class, Double.class, Form.REAL, ExactTypes::toDouble, "1.5");
    both(boolean.class, Boolean.class, Form.TRUTH, Boolean::valueOf, "true");
    both(char.class, Character.class, Form.TEXT, ExactTypes::toCharacter, "\"x\"");
    add(String.class, Form.TEXT, text -> text, "\"text\"");
    add(CharSequence.class, Form.TEXT, text -> text, "\"text\"");
    add(Number.class, Form.NUMBER, Numbers::exact, "7");
    add(BigDecimal.class, Form.EITHER, Numbers::decimal, "12.50");
    add(BigInteger.class, Form.EITHER, Numbers::integer, "12345678901234567890");
    add(Date.class, Form.EITHER, text -> new Date(millis(text)), "\"2026-11-20T12:30:00Z\"");
    add(Timestamp.class, Form.EITHER, ExactTypes::timestamp, "\"2026-11-20T12:30:00.123Z\"");
    add(java.sql.Date.class, Form.EITHER, ExactTypes::sqlDate, "\"2026-11-20\"");
    add(UUID.class, Form.TEXT, UUID::fromString, "\"123e4567-e89b-12d3-a456-426614174000\"");
    add(Locale.class, Form.TEXT, ExactTypes::locale, "\"de-AT\"");
    add(LocalDate.class, Form.TEXT, LocalDate::parse, "\"2026-11-20\"");
    add(LocalTime.class, Form.TEXT, LocalTime::parse, "\"12:30:00\"");
    add(LocalDateTime.class, Form.TEXT, LocalDateTime::parse, "\"2026-11-20T12:30:00\"");
    add(Instant.class, Form.TEXT, Instant::parse, "\"2026-11-20T12:30:00Z\"");
    add(OffsetDateTime.class, Form.TEXT, OffsetDateTime::parse, "\"2026-11-20T12:30:00+08:00\"");
    add(
        ZonedDateTime.class,
        Form.TEXT,
        ZonedDateTime::parse,
        "\"2026-11-20T12:30+08:00[Asia/Shanghai]\"");
    add(Duration.class, Form.TEXT, Duration::parse, "\"PT1H30M\"");
  }

  private ExactTypes() {}

  /** The names of all of them. */
  public static Set<String> names() {
    return Set.copyOf(BY_NAME.keySet());
  }

  private static void both(
      Class<?> primitive,
      Class<?> box,
      Form form,
      Function<String, Object> fromText,
      String example) {
    add(primitive, form, fromText, example);
    add(box, form, fromText, example);
  }

  private static void add(
      Class<?> javaClass, Form form, Function<String, Object> fromText, String example) {
    BY_NAME.put(javaClass.getName(), new Type(javaClass, form, fromText, example));
  }

  /** The type of this name; null if its values aren't a single string or number. */
  public static Type of(String javaType) {
    return BY_NAME.get(javaType);
  }

  /** Whether an agent can make the very value, an array's elements included. */
  public static boolean isExact(String javaType) {
    String element = javaType;
    while (element.endsWith("[]")) {
      element = element.substring(0, element.length() - 2);
    }
    return BY_NAME.containsKey(element);
  }

  /** Milliseconds since 1970, of such a number or an ISO 8601 time with its offset from UTC. */
  private static long millis(String text) {
    boolean isNumber = text.matches("-?\\d+");
    return isNumber ? Long.parseLong(text) : millisecond(text).toEpochMilli();
  }

  /** No serialization of Dubbo's carries more of a Date or a Timestamp. */
  private static Instant millisecond(String text) {
    Instant instant = instant(text);
    if (instant.getNano() % 1_000_000 != 0) {
      throw new BadArgument(
          Numbers.quoted(text) + " is finer than a millisecond, which would be lost");
    }
    return instant;
  }

  private static Instant instant(String text) {
    return text.endsWith("Z") ? Instant.parse(text) : OffsetDateTime.parse(text).toInstant();
  }

  /** As Java itself writes it, {@code de_AT}, or as a language tag, {@code de-AT}. */
  private static Locale locale(String text) {
    return new Locale.Builder().setLanguageTag(text.replace('_', '-')).build();
  }

  private static Timestamp timestamp(String text) {
    return text.matches("-?\\d+")
        ? new Timestamp(Long.parseLong(text))
        : Timestamp.from(millisecond(text));
  }

  private static java.sql.Date sqlDate(String text) {
    return text.matches("-?\\d+")
        ? new java.sql.Date(Long.parseLong(text))
        : java.sql.Date.valueOf(LocalDate.parse(text));
  }

  private static Object toFloat(String text) {
    float value = (float) toDouble(text);
    if (Float.isInfinite(value) && !text.endsWith("Infinity")) {
      throw new NumberFormatException();
    }
    return value;
  }

  private static double toDouble(String text) {
    double value = Numbers.real(text);
    if (Double.isInfinite(value) && !text.endsWith("Infinity")) {
      throw new NumberFormatException();
    }
    return value;
  }

  private static Object toCharacter(String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException();
    }
    return text.charAt(0);
  }

  /** The class of one of them, or of an array of one. */
  static Class<?> classOf(String javaType) {
    int dimensions = 0;
    String type = javaType;
    for (; type.endsWith("[]"); dimensions++) {
      type = type.substring(0, type.length() - 2);
    }
    Class<?> innermost = of(type).javaClass();
    return dimensions == 0
        ? innermost
        : Array.newInstance(innermost, new int[dimensions]).getClass();
  }
}
