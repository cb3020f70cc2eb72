package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Table;
import picocli.CommandLine;

/**
 * How calls come.
 *
 * @param callsPerSecond 0 if that isn't what was asked for
 * @param percent of the capacity; 0 if that isn't what was asked for. With neither, a lone caller
 *     makes one call after the other
 */
record OpenLoad(double callsPerSecond, double percent) {
  private static final String LONE = "lone";
  private static final double MOST = 100_000;

  /** For the command line. */
  static final class Reader implements CommandLine.ITypeConverter<OpenLoad> {
    @Override
    public OpenLoad convert(String text) {
      return of(text);
    }
  }

  /**
   * As it's written on the command line.
   *
   * @throws CommandLine.TypeConversionException that says what was expected
   */
  static OpenLoad of(String text) {
    if (text.equals(LONE)) {
      return new OpenLoad(0, 0);
    }
    boolean isShare = text.endsWith("%");
    String number = isShare ? text.substring(0, text.length() - 1) : text;
    if (!number.matches("\\d{1,7}(\\.\\d{1,3})?")
        || Double.parseDouble(number) <= 0
        || Double.parseDouble(number) > MOST) {
      throw new CommandLine.TypeConversionException(
          "'%s' is no load; expected %s, calls a second up to 100,000, or N%%"
              .formatted(text, LONE));
    }
    double value = Double.parseDouble(number);
    return isShare ? new OpenLoad(0, value) : new OpenLoad(value, 0);
  }

  boolean isLone() {
    return callsPerSecond == 0 && percent == 0;
  }

  /**
   * Calls a second; 0 for a lone caller.
   *
   * @param capacity calls a second
   */
  double rate(double capacity) {
    return percent > 0 ? capacity * percent / 100 : callsPerSecond;
  }

  /** For a table. */
  @Override
  public String toString() {
    if (isLone()) {
      return "one at a time";
    }
    return percent > 0
        ? Table.number(percent).replaceAll("\\.?0+$", "") + " % of capacity"
        : "%,.0f/s".formatted(callsPerSecond);
  }
}
