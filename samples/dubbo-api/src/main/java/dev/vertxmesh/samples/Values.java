package dev.vertxmesh.samples;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Locale;
import java.util.UUID;

/** Methods over single values of the JDK's classes; each computes, so that the type is proved. */
public interface Values {
  /** {@code "1.10, scale 2"}: the digits and the scale that arrived. */
  String exact(BigDecimal value);

  BigDecimal half(BigDecimal value);

  BigInteger square(BigInteger value);

  /** 24 hours later. */
  Date nextDay(Date date);

  /** One second later, the nanoseconds as they came. */
  Timestamp nextSecond(Timestamp timestamp);

  /** So many days later. */
  LocalDate plusDays(LocalDate date, int days);

  LocalTime plusMinutes(LocalTime time, int minutes);

  LocalDateTime plusHours(LocalDateTime moment, int hours);

  Instant plusMillis(Instant instant, long millis);

  /** The same instant as clocks in that zone show it. */
  ZonedDateTime inZone(ZonedDateTime moment, String zone);

  Duration twice(Duration duration);

  /** Its halves exchanged. */
  UUID swapped(UUID uuid);

  /** {@code "de in AT"}. */
  String language(Locale locale);

  /** The locale of that language and country. */
  Locale locale(String language, String country);

  /** The role after this one, round the corner. */
  Role next(Role role);

  /** The operation after this one, round the corner; its constants have bodies. */
  Operation nextOperation(Operation operation);

  int apply(Operation operation, int left, int right);
}
