package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.row;

import java.util.List;

/** Single values of the JDK's classes and enums, as arguments of methods. */
final class ValueRows {

  private static final String ROLE = "dev.vertxmesh.samples.Role";
  private static final String OPERATION = "dev.vertxmesh.samples.Operation";
  private static final String UUID = "'123e4567-e89b-12d3-a456-426614174000'";

  static final List<Row> ALL =
      List.of(
          row("BigDecimal in", "exact", "java.math.BigDecimal", "[1.10]", "'1.10, scale 2'"),
          row(
              "BigDecimal in, long",
              "exact",
              "java.math.BigDecimal",
              "[12345678901234567890.123456789]",
              "'12345678901234567890.123456789, scale 9'"),
          row(
              "BigDecimal in, marked",
              "exact",
              "java.math.BigDecimal",
              "[{'$decimal':'1.10'}]",
              "'1.10, scale 2'"),
          row("BigDecimal out", "half", "java.math.BigDecimal", "[2.20]", "1.10"),
          row(
              "BigInteger",
              "square",
              "java.math.BigInteger",
              "[12345678901234567890]",
              "152415787532388367501905199875019052100"),
          row(
              "Date",
              "nextDay",
              "java.util.Date",
              "['2026-11-20T00:00:00Z']",
              "'2026-11-21T00:00:00Z'"),
          row(
              "Date with an offset",
              "nextDay",
              "java.util.Date",
              "['2026-11-20T01:00:00+01:00']",
              "'2026-11-21T00:00:00Z'"),
          row(
              "Date before 1970, with millis",
              "nextDay",
              "java.util.Date",
              "['1815-12-10T01:02:03.004Z']",
              "'1815-12-11T01:02:03.004Z'"),
          row(
              "Date, marked",
              "nextDay",
              "java.util.Date",
              "[{'$date':'2026-11-20T00:00:00Z'}]",
              "'2026-11-21T00:00:00Z'"),
          row(
              "Timestamp",
              "nextSecond",
              "java.sql.Timestamp",
              "['2026-11-20T10:11:12.345Z']",
              "'2026-11-20T10:11:13.345Z'"),
          row(
              "LocalDate",
              "plusDays",
              "java.time.LocalDate,int",
              "['2026-11-20',11]",
              "'2026-12-01'"),
          row(
              "LocalDate, marked",
              "plusDays",
              "java.time.LocalDate,int",
              "[{'$java.time.LocalDate':'2026-11-20'},11]",
              "'2026-12-01'"),
          row(
              "LocalTime",
              "plusMinutes",
              "java.time.LocalTime,int",
              "['10:11:12',1]",
              "'10:12:12'"),
          row(
              "LocalDateTime",
              "plusHours",
              "java.time.LocalDateTime,int",
              "['2026-11-20T10:11:12',1]",
              "'2026-11-20T11:11:12'"),
          row(
              "Instant",
              "plusMillis",
              "java.time.Instant,long",
              "['2026-11-20T10:11:12.123456789Z',1]",
              "'2026-11-20T10:11:12.124456789Z'"),
          row(
              "ZonedDateTime",
              "inZone",
              "java.time.ZonedDateTime,java.lang.String",
              "['2026-11-20T10:11:12Z[UTC]','Europe/Vienna']",
              "'2026-11-20T11:11:12+01:00[Europe/Vienna]'"),
          row("Duration", "twice", "java.time.Duration", "['PT1H30M']", "'PT3H'"),
          row(
              "UUID",
              "swapped",
              "java.util.UUID",
              "[" + UUID + "]",
              "'a4564266-1417-4000-123e-4567e89b12d3'"),
          row("Locale in", "language", "java.util.Locale", "['de_AT']", "'de in AT'"),
          row(
              "Locale out",
              "locale",
              "java.lang.String,java.lang.String",
              "['de','AT']",
              "'de_AT'"),
          row("enum", "next", ROLE, "['GUEST']", "'MEMBER'"),
          row("enum with bodies", "nextOperation", OPERATION, "['PLUS']", "'TIMES'"),
          row(
              "enum with bodies among others",
              "apply",
              OPERATION + ",int,int",
              "['TIMES',6,7]",
              "42"));

  private ValueRows() {}
}
