package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.ExactTypes;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * What fastjson and fastjson2 make of single values, turned back into what they were declared as:
 *
 * <pre>
 * java.util.Date and those of java.sql   milliseconds; a Timestamp's time of day without its zone
 * UUID                                   16 bytes
 * enum                                   its ordinal
 * float, double                          a number, 2.0 perhaps without its fraction
 * java.time                              text, with more or fewer zeros than Java itself writes
 * </pre>
 *
 * A time without its zone is in that of the provider; here it's read in the agent's own, which
 * stands beside it, as a Java consumer reads it in its own.
 */
final class FastjsonScalars {

  private static final int UUID_BYTES = 16;
  private static final String ENUM = "%d is no constant of %s, of which the API has %d";

  private static final Set<String> REALS = Set.of("float", "double");

  private static final Map<String, Function<Object, Object>> READERS =
      Map.ofEntries(
          Map.entry("java.util.Date", FastjsonScalars::date),
          Map.entry("java.sql.Timestamp", FastjsonScalars::date),
          Map.entry("java.sql.Date", FastjsonScalars::date),
          Map.entry("java.sql.Time", FastjsonScalars::date),
          Map.entry("java.util.UUID", FastjsonScalars::uuid),
          Map.entry("float", FastjsonScalars::single),
          Map.entry("java.lang.Float", FastjsonScalars::single),
          Map.entry("double", FastjsonScalars::twice),
          Map.entry("java.lang.Double", FastjsonScalars::twice));

  private FastjsonScalars() {}

  /** The value as the type, if it's one that is known, and could be it. */
  static Object read(Object value, String type) {
    Function<Object, Object> reader = READERS.get(type);
    if (reader != null) {
      return reader.apply(value);
    }
    boolean isTime = type.startsWith("java.time.") && value instanceof String;
    return isTime ? time((String) value, ExactTypes.of(type)) : value;
  }

  /**
   * Fastjson has no other way to say it.
   *
   * @throws DubboCodecException if the type has no null
   */
  static void checkNull(String type) {
    if (REALS.contains(type)) {
      throw new DubboCodecException(
          "null where a %s is declared: fastjson writes NaN and the infinities so; hessian2 has them"
              .formatted(type));
    }
  }

  /**
   * @throws DubboCodecException if there's no such constant
   */
  static Object constant(ApiClass type, Object value) {
    if (!(value instanceof Integer ordinal)) {
      return value;
    } else if (ordinal < 0 || ordinal >= type.constants().size()) {
      throw new DubboCodecException(ENUM.formatted(ordinal, type.name(), type.constants().size()));
    }
    return type.constants().get(ordinal);
  }

  private static Object date(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return new Date(((Number) value).longValue());
    }
    try {
      return value instanceof String text ? local(text) : value;
    } catch (DateTimeException e) {
      return value;
    }
  }

  private static Date local(String text) {
    if (text.indexOf('T') < 0) {
      return Date.from(LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant());
    }
    boolean hasZone = text.substring(text.indexOf('T')).matches(".*[Z+\\]-].*");
    return hasZone
        ? Date.from(ZonedDateTime.parse(text).toInstant())
        : Date.from(LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant());
  }

  private static Object uuid(Object value) {
    if (value instanceof byte[] bytes && bytes.length == UUID_BYTES) {
      ByteBuffer halves = ByteBuffer.wrap(bytes);
      return new UUID(halves.getLong(), halves.getLong()).toString();
    }
    return value;
  }

  private static Object single(Object value) {
    return value instanceof Number number
        ? Double.valueOf(Float.toString(number.floatValue()))
        : value;
  }

  private static Object twice(Object value) {
    return value instanceof Number number ? number.doubleValue() : value;
  }

  private static Object time(String text, ExactTypes.Type type) {
    try {
      return type == null ? text : type.read(text).toString();
    } catch (BadArgument e) {
      return text;
    }
  }
}
