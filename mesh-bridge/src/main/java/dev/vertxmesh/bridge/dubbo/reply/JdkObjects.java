package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;

/**
 * What the fields of some of the JDK's classes mean, on the wire as hessian-lite and the JDK lay
 * them out.
 */
final class JdkObjects {

  private static final String HANDLE = "com.alibaba.com.caucho.hessian.io.";
  private static final String TIME = HANDLE + "java8.";

  /** To read and print a number takes time that grows with the square of its length. */
  private static final int MAX_CHARACTERS = 4096;

  /** Of 32 bits, which are more than nine digits. */
  private static final int MAX_WORDS = MAX_CHARACTERS / 9;

  private JdkObjects() {}

  /**
   * The value that an object stands for: text for an enum, a class or one of java.time, a number, a
   * date, a list, null for an empty Optional; the object itself if it's none of these.
   *
   * @throws DubboCodecException if it's a number of more than 4,096 digits
   */
  static Object value(WireObject object) {
    try {
      return object.type().startsWith(TIME) ? time(object).toString() : other(object);
    } catch (DateTimeException
        | ArithmeticException
        | ClassCastException
        | NullPointerException
        | NumberFormatException e) {
      return object; // not laid out as it should be
    }
  }

  private static Object other(WireObject object) {
    Object value = object.get("value");
    return switch (object.type()) {
      case "java.math.BigDecimal" -> new BigDecimal(checked((String) value));
      case "java.math.BigInteger" -> bigInteger(object);
      case "java.util.UUID", "java.io.File", HANDLE + "LocaleHandle" -> (String) value;
      case "java.util.Currency" -> (String) object.get("currencyCode");
      case "java.net.URI" -> (String) object.get("string");
      case "java.sql.Timestamp", "java.sql.Date", "java.sql.Time", "java.util.Optional" -> value;
      case "java.util.concurrent.atomic.AtomicInteger", "java.util.concurrent.atomic.AtomicLong" ->
          value;
      case "java.util.concurrent.atomic.AtomicBoolean" -> (int) value != 0;
      case "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble" ->
          (boolean) object.get("isPresent") ? value : null;
      case HANDLE + "CalendarHandle" -> object.get("date");
      case HANDLE + "EnumSetHandler" -> object.get("objects");
      default -> isNamed(object) ? object.value(0) : object;
    };
  }

  /** Whether it has a name and nothing else, as an enum's constant and a class have. */
  static boolean isNamed(WireObject object) {
    return object.size() == 1 && "name".equals(object.name(0)) && object.value(0) instanceof String;
  }

  private static String checked(String number) {
    if (number.length() > MAX_CHARACTERS) {
      throw tooLong();
    }
    return number;
  }

  private static DubboCodecException tooLong() {
    return new DubboCodecException("a number of more than " + MAX_CHARACTERS + " digits");
  }

  private static BigInteger bigInteger(WireObject object) {
    BigInteger magnitude = BigInteger.ZERO;
    List<?> words = (List<?>) object.get("mag");
    if (words.size() > MAX_WORDS) {
      throw tooLong();
    }
    for (Object word : words) {
      magnitude =
          magnitude.shiftLeft(Integer.SIZE).or(BigInteger.valueOf((int) word & 0xffffffffL));
    }
    return (int) object.get("signum") < 0 ? magnitude.negate() : magnitude;
  }

  private static Object time(WireObject object) {
    return switch (object.type().substring(TIME.length())) {
      case "LocalDateHandle" ->
          LocalDate.of(in(object, "year"), in(object, "month"), in(object, "day"));
      case "LocalTimeHandle" ->
          LocalTime.of(
              in(object, "hour"), in(object, "minute"), in(object, "second"), in(object, "nano"));
      case "LocalDateTimeHandle" ->
          LocalDateTime.of((LocalDate) part(object, "date"), (LocalTime) part(object, "time"));
      case "InstantHandle" -> Instant.ofEpochSecond(seconds(object), in(object, "nanos"));
      case "DurationHandle" -> Duration.ofSeconds(seconds(object), in(object, "nanos"));
      case "ZoneOffsetHandle" -> ZoneOffset.ofTotalSeconds(in(object, "seconds"));
      case "ZoneIdHandle" -> ZoneId.of((String) object.get("zoneId"));
      case "ZonedDateTimeHandle" -> zoned(object);
      case "OffsetDateTimeHandle" ->
          OffsetDateTime.of(
              (LocalDateTime) part(object, "dateTime"), (ZoneOffset) part(object, "offset"));
      case "OffsetTimeHandle" ->
          OffsetTime.of(
              (LocalTime) part(object, "localTime"), (ZoneOffset) part(object, "zoneOffset"));
      case "PeriodHandle" ->
          Period.of(in(object, "years"), in(object, "months"), in(object, "days"));
      case "YearHandle" -> Year.of(in(object, "year"));
      case "YearMonthHandle" -> YearMonth.of(in(object, "year"), in(object, "month"));
      case "MonthDayHandle" -> MonthDay.of(in(object, "month"), in(object, "day"));
      default -> throw new DateTimeException(object.type());
    };
  }

  private static ZonedDateTime zoned(WireObject object) {
    return ZonedDateTime.ofInstant(
        (LocalDateTime) part(object, "dateTime"),
        (ZoneOffset) part(object, "offset"),
        ZoneId.of((String) object.get("zoneId")));
  }

  private static Object part(WireObject object, String field) {
    return time((WireObject) object.get(field));
  }

  private static long seconds(WireObject object) {
    return ((Number) object.get("seconds")).longValue();
  }

  private static int in(WireObject object, String field) {
    return object.get(field) instanceof Integer number ? number : wrong(object);
  }

  private static int wrong(WireObject object) {
    throw new DateTimeException(object.type());
  }
}
