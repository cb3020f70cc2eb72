package dev.vertxmesh.grpchttp;

import java.util.concurrent.TimeUnit;

/** The header {@code grpc-timeout}: at most eight digits and a unit, such as {@code 250m}. */
public final class GrpcTimeout {

  public static final String HEADER = "grpc-timeout";

  private static final int MOST_DIGITS = 8;
  private static final long TOO_MANY = 100_000_000;

  /** Finest first, as a span is written in the first of them that has room for it. */
  private static final TimeUnit[] UNITS = {
    TimeUnit.NANOSECONDS,
    TimeUnit.MICROSECONDS,
    TimeUnit.MILLISECONDS,
    TimeUnit.SECONDS,
    TimeUnit.MINUTES,
    TimeUnit.HOURS
  };

  private static final String LETTERS = "numSMH";

  private GrpcTimeout() {}

  /**
   * Nanoseconds from 0; what is more than a long holds is the most that it does.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static long parse(String text) {
    int digits = text.length() - 1;
    int unit = digits < 1 ? -1 : LETTERS.indexOf(text.charAt(digits));
    if (unit < 0 || digits > MOST_DIGITS) {
      throw bad(text);
    }
    long value = 0;
    for (int i = 0; i < digits; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw bad(text);
      }
      value = value * 10 + c - '0';
    }
    return UNITS[unit].toNanos(value);
  }

  private static IllegalArgumentException bad(String text) {
    return new IllegalArgumentException(
        "%s: '%s', expected one to eight digits and one of H, M, S, m, u, n"
            .formatted(HEADER, text));
  }

  /**
   * A span as the header has it, never longer than it is.
   *
   * @param nanos from 0
   */
  public static String format(long nanos) {
    int unit = 0;
    while (UNITS[unit].convert(nanos, TimeUnit.NANOSECONDS) >= TOO_MANY) {
      unit++;
    }
    return UNITS[unit].convert(nanos, TimeUnit.NANOSECONDS) + LETTERS.substring(unit, unit + 1);
  }
}
