package dev.vertxmesh.samples.compare;

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
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The methods of {@link Values}. */
final class ValueProbes {

  private static final Instant MOMENT = Instant.parse("2026-11-20T10:11:12.345678901Z");

  private ValueProbes() {}

  static void addTo(ProbeTable table) {
    decimals(table);
    dates(table);
    times(table);
    others(table);
    enums(table);
  }

  private static void decimals(ProbeTable table) {
    for (String text : List.of("1.10", "0.000", "-1E+30", "123456789012345678901234567890.5")) {
      table.add("exact " + text, service -> service.exact(new BigDecimal(text)));
      table.add("half " + text, service -> service.half(new BigDecimal(text)));
    }
    table.add("exact null", service -> service.exact(null));
    for (String text : List.of("0", "-7", "12345678901234567890")) {
      table.add("square " + text, service -> service.square(new BigInteger(text)));
    }
  }

  private static void dates(ProbeTable table) {
    table.add("nextDay", service -> service.nextDay(new Date(-1)));
    table.add("nextDay from now", service -> service.nextDay(Date.from(MOMENT)));
    table.add("nextDay of a Timestamp", service -> service.nextDay(Timestamp.from(MOMENT)));
    table.add("nextDay null", service -> service.nextDay(null));
    table.add("nextSecond", service -> service.nextSecond(Timestamp.from(MOMENT)));
    table.add("nextSecond before 1970", service -> service.nextSecond(new Timestamp(-1)));
  }

  private static void times(ProbeTable table) {
    LocalDateTime local = LocalDateTime.of(2024, 2, 28, 23, 59, 58, 987_654_321);
    table.add("plusDays", service -> service.plusDays(LocalDate.of(2024, 2, 28), 2));
    table.add("plusDays back", service -> service.plusDays(LocalDate.of(1, 1, 1), -400));
    table.add("plusDays null", service -> service.plusDays(null, 1));
    table.add("plusMinutes", service -> service.plusMinutes(LocalTime.of(23, 59, 1, 5), 2));
    table.add("plusMinutes none", service -> service.plusMinutes(LocalTime.MIDNIGHT, 0));
    table.add("plusHours", service -> service.plusHours(local, 25));
    table.add("plusMillis", service -> service.plusMillis(MOMENT, 1));
    table.add("plusMillis before 1970", service -> service.plusMillis(Instant.EPOCH, -1));
    ZonedDateTime zoned = ZonedDateTime.of(local, ZoneId.of("Europe/Vienna"));
    table.add("inZone", service -> service.inZone(zoned, "Asia/Tokyo"));
    table.add("inZone of an offset", service -> service.inZone(zoned, "+05:45"));
    table.add("inZone nowhere", service -> service.inZone(zoned, "Nowhere/At_all"));
    table.add("twice", service -> service.twice(Duration.ofMillis(-90_001)));
    table.add("twice nothing", service -> service.twice(Duration.ZERO));
  }

  private static void others(ProbeTable table) {
    UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
    table.add("swapped", service -> service.swapped(uuid));
    table.add("swapped null", service -> service.swapped(null));
    for (Locale locale : List.of(Locale.CANADA_FRENCH, Locale.GERMAN, Locale.ROOT)) {
      table.add("language " + locale, service -> service.language(locale));
    }
    table.add("locale", service -> service.locale("de", "AT"));
    table.add("locale without a country", service -> service.locale("de", ""));
    table.add("locale of nonsense", service -> service.locale("!", "!"));
  }

  private static void enums(ProbeTable table) {
    table.add("next", service -> service.next(Role.ADMIN));
    table.add("next of null", service -> service.next(null));
    table.add("nextOperation", service -> service.nextOperation(Operation.PLUS));
    table.add("nextOperation round", service -> service.nextOperation(Operation.TIMES));
    table.add("apply", service -> service.apply(Operation.TIMES, 1 << 20, 1 << 20));
    table.add("apply plus", service -> service.apply(Operation.PLUS, -2, 1));
    table.add("apply null", service -> service.apply(null, 1, 2));
  }
}
