package dev.vertxmesh.samples.compare;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The two ways, each HOST:PORT, and the services' group, version and serialization; null where not
 * given.
 */
public record CompareFlags(
    String direct, String mesh, String group, String version, String serialization) {

  private static final Set<String> KNOWN =
      Set.of("--direct", "--mesh", "--group", "--version", "--serialization");

  /**
   * Reads {@code --name value} pairs; the first two have to be there.
   *
   * @throws IllegalArgumentException naming what is unknown or missing
   */
  public static CompareFlags parse(String... args) {
    CompareFlags flags = direct(args);
    if (flags.mesh == null) {
      throw needed("--mesh");
    }
    return flags;
  }

  /**
   * The same for one way only: what {@code --mesh} says may be missing.
   *
   * @throws IllegalArgumentException naming what is unknown or missing
   */
  public static CompareFlags direct(String... args) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < args.length; i += 2) {
      if (!KNOWN.contains(args[i]) || i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + " is unknown or lacks a value; " + KNOWN);
      }
      given.put(args[i], args[i + 1]);
    }
    return new CompareFlags(
        address(given, "--direct"),
        given.containsKey("--mesh") ? address(given, "--mesh") : null,
        given.get("--group"),
        given.get("--version"),
        given.getOrDefault("--serialization", "hessian2"));
  }

  private static String address(Map<String, String> given, String flag) {
    String value = given.get(flag);
    if (value == null || !value.matches("[^:]+:\\d{1,5}")) {
      throw needed(flag);
    }
    return value;
  }

  private static IllegalArgumentException needed(String flag) {
    return new IllegalArgumentException(flag + " HOST:PORT is needed");
  }
}
