package dev.vertxmesh.samples.provider;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a sample provider is started.
 *
 * @param host the address to listen on
 * @param port the Dubbo port
 * @param delayMillis how long each {@code hash} sleeps
 * @param threads size of the provider's pool, which has no queue
 * @param group the services' group, null for none
 * @param version the services' version, null for none
 * @param serialization what Dubbo is to write bodies in; which there are is the release's affair
 * @param token what callers have to send as an attachment, null for nothing
 * @param registry where it registers itself, null for nowhere
 * @param level at which of Dubbo 3's levels: {@code interface}, {@code instance} or {@code all}
 * @param metadata where what it serves is found at the second: {@code local} or {@code remote}
 * @param triplePort where Dubbo 3 serves by Triple too, 0 for nowhere
 * @param desk whether it has the {@code NewsDesk} too
 * @param tls null for plain text
 */
public record ProviderFlags(
    String host,
    int port,
    long delayMillis,
    int threads,
    String group,
    String version,
    String serialization,
    String token,
    String registry,
    String level,
    String metadata,
    int triplePort,
    boolean desk,
    Tls tls) {

  /**
   * The provider's certificate and key, and who has signed its callers' certificates; null for
   * callers that show none.
   */
  public record Tls(String cert, String key, String clientAuthority) {}

  private static final Set<String> KNOWN =
      Set.of(
          "--host",
          "--port",
          "--delay",
          "--threads",
          "--group",
          "--version",
          "--serialization",
          "--token",
          "--registry",
          "--level",
          "--metadata",
          "--triple-port",
          "--desk",
          "--tls-cert",
          "--tls-key",
          "--tls-client-ca");

  /**
   * Reads {@code --name value} pairs; what isn't given is 127.0.0.1, 20880, 0 ms, 200 threads and
   * hessian2.
   *
   * @throws IllegalArgumentException naming the flag that is unknown, lacks a value or has a bad
   *     one
   */
  public static ProviderFlags parse(String... args) {
    Map<String, String> given = pairs(args);
    return new ProviderFlags(
        given.getOrDefault("--host", "127.0.0.1"),
        (int) number(given, "--port", 20880, 65535),
        number(given, "--delay", 0, 3_600_000),
        (int) number(given, "--threads", 200, 100_000),
        given.get("--group"),
        given.get("--version"),
        given.getOrDefault("--serialization", "hessian2"),
        given.get("--token"),
        given.get("--registry"),
        given.getOrDefault("--level", "all"),
        given.getOrDefault("--metadata", "local"),
        (int) number(given, "--triple-port", 0, 65535),
        given.getOrDefault("--desk", "no").equals("yes"),
        given.containsKey("--tls-cert")
            ? new Tls(given.get("--tls-cert"), given.get("--tls-key"), given.get("--tls-client-ca"))
            : null);
  }

  /**
   * The serialization, if it's one of those that a release of Dubbo has.
   *
   * @throws IllegalArgumentException naming them if it isn't
   */
  public String serializationOf(String... known) {
    if (!List.of(known).contains(serialization)) {
      throw new IllegalArgumentException(
          "--serialization is " + serialization + "; there are " + List.of(known));
    }
    return serialization;
  }

  private static Map<String, String> pairs(String... args) {
    Map<String, String> given = new TreeMap<>();
    for (int i = 0; i < args.length; i += 2) {
      if (!KNOWN.contains(args[i])) {
        throw new IllegalArgumentException("unknown flag " + args[i] + "; there are " + KNOWN);
      }
      if (i + 1 == args.length) {
        throw new IllegalArgumentException(args[i] + " needs a value");
      }
      given.put(args[i], args[i + 1]);
    }
    return given;
  }

  private static long number(Map<String, String> given, String flag, long otherwise, long max) {
    String text = given.get(flag);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches("\\d{1,9}") || Long.parseLong(text) > max) {
      throw new IllegalArgumentException(flag + " is " + text + ", not a number up to " + max);
    }
    return Long.parseLong(text);
  }
}
