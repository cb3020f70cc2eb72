package dev.vertxmesh.ingress.grpc.connect;

import java.util.concurrent.TimeUnit;

/** The header {@code connect-timeout-ms}: at most ten digits. */
public final class ConnectTimeout {

  public static final String HEADER = "connect-timeout-ms";

  private static final int MOST_DIGITS = 10;

  private ConnectTimeout() {}

  /**
   * Nanoseconds from 0.
   *
   * @throws IllegalArgumentException with what was expected
   */
  public static long nanos(String text) {
    boolean isNumber = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!isNumber || text.length() > MOST_DIGITS) {
      throw new IllegalArgumentException(
          "%s: '%s', expected milliseconds in at most ten digits".formatted(HEADER, text));
    }
    return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(text));
  }
}
