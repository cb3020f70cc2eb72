package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Operation;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** The methods over the JDK's values; each call is counted. */
abstract class CountedValues extends CountedEchoes implements Values {
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  CountedValues(CallCount calls) {
    super(calls);
  }

  @Override
  public String exact(BigDecimal value) {
    return counted(value.toPlainString() + ", scale " + value.scale());
  }

  @Override
  public BigDecimal half(BigDecimal value) {
    return counted(value.divide(TWO));
  }

  @Override
  public BigInteger square(BigInteger value) {
    return counted(value.multiply(value));
  }

  @Override
  public Date nextDay(Date date) {
    return counted(new Date(date.getTime() + TimeUnit.DAYS.toMillis(1)));
  }

  @Override
  public Timestamp nextSecond(Timestamp timestamp) {
    return counted(Timestamp.from(timestamp.toInstant().plusSeconds(1)));
  }

  @Override
  public LocalDate plusDays(LocalDate date, int days) {
    return counted(date.plusDays(days));
  }

  @Override
  public LocalTime plusMinutes(LocalTime time, int minutes) {
    return counted(time.plusMinutes(minutes));
  }

  @Override
  public LocalDateTime plusHours(LocalDateTime moment, int hours) {
    return counted(moment.plusHours(hours));
  }

  @Override
  public Instant plusMillis(Instant instant, long millis) {
    return counted(instant.plus(millis, ChronoUnit.MILLIS));
  }

  @Override
  public ZonedDateTime inZone(ZonedDateTime moment, String zone) {
    return counted(moment.withZoneSameInstant(ZoneId.of(zone)));
  }

  @Override
  public Duration twice(Duration duration) {
    return counted(duration.multipliedBy(2));
  }

  @Override
  public UUID swapped(UUID uuid) {
    return counted(new UUID(uuid.getLeastSignificantBits(), uuid.getMostSignificantBits()));
  }

  @Override
  public String language(Locale locale) {
    return counted(locale.getLanguage() + " in " + locale.getCountry());
  }

  @Override
  public Locale locale(String language, String country) {
    return counted(new Locale.Builder().setLanguage(language).setRegion(country).build());
  }

  @Override
  public Role next(Role role) {
    return counted(after(role));
  }

  static Role after(Role role) {
    return Role.values()[(role.ordinal() + 1) % Role.values().length];
  }

  @Override
  public Operation nextOperation(Operation operation) {
    return counted(Operation.values()[(operation.ordinal() + 1) % Operation.values().length]);
  }

  @Override
  public int apply(Operation operation, int left, int right) {
    return counted(operation.apply(left, right));
  }
}
