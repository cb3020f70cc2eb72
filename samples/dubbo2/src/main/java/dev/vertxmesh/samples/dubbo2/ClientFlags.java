package dev.vertxmesh.samples.dubbo2;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How the native client is run.
 *
 * @param url the provider, {@code dubbo://host:port}
 * @param inFlight calls kept in flight
 * @param warmupSeconds seconds before anything is counted
 * @param seconds seconds that are counted
 * @param strings how many different arguments there are
 */
record ClientFlags(String url, int inFlight, int warmupSeconds, int seconds, int strings) {
  private static final Set<String> KNOWN =
      Set.of("--url", "--in-flight", "--warmup", "--seconds", "--strings");

  /**
   * Reads {@code --name value} pairs.
   *
   * @throws IllegalArgumentException naming what is unknown or bad
   */
  static ClientFlags parse(String... args) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < args.length; i += 2) {
      if (!KNOWN.contains(args[i]) || i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + " is unknown or lacks a value; " + KNOWN);
      }
      given.put(args[i], args[i + 1]);
    }
    return new ClientFlags(
        given.getOrDefault("--url", "dubbo://localhost:20880"),
        number(given, "--in-flight", 512),
        number(given, "--warmup", 15),
        number(given, "--seconds", 20),
        number(given, "--strings", 4096));
  }

  private static int number(Map<String, String> given, String flag, int otherwise) {
    String text = given.getOrDefault(flag, String.valueOf(otherwise));
    if (!text.matches("\\d{1,7}")) {
      throw new IllegalArgumentException(flag + " is " + text + ", not a number up to 9999999");
    }
    return Integer.parseInt(text);
  }
}
