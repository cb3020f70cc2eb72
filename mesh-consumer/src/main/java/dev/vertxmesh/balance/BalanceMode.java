package dev.vertxmesh.balance;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a service's calls are spread. */
public enum BalanceMode {
  /** By weights that follow what each endpoint gets done. */
  ADAPTIVE,
  /** By the registered weights, in turn. */
  ROUND_ROBIN,
  /** By the registered weights, at random. */
  RANDOM,
  /** Of two, who has fewer calls in flight. */
  LEAST_IN_FLIGHT,
  /** Of two, who is expected to be done first. */
  PEAK_EWMA,
  /** The same key, the same endpoint. */
  HASH;

  /** As options name it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All names, for a person to read. */
  public static String names() {
    return Arrays.stream(values()).map(BalanceMode::text).collect(Collectors.joining(", "));
  }

  public static boolean isName(String text) {
    return Arrays.stream(values()).anyMatch(mode -> mode.text().equals(text));
  }

  /**
   * @throws IllegalArgumentException saying what is expected
   */
  public static BalanceMode parse(String text) {
    return Arrays.stream(values())
        .filter(mode -> mode.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("one of " + names()));
  }
}
