package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.net.tls.RenewedTls;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The URL of a store that has several servers:
 *
 * <pre>
 * SCHEME://HOST[:PORT][,HOST[:PORT]…][/PREFIX][?OPTION=VALUE[&amp;OPTION=VALUE…]]
 *
 * user=NAME             password=TEXT or password-file=FILE
 * tls=true              ca=FILE         cert=FILE and key=FILE     (PEM; any of them means tls)
 * ttl=SECONDS           cache=FOLDER or cache=none               wait=SECONDS
 * dubbo=ROOT            (where providers register themselves in Dubbo's own layout)
 * </pre>
 *
 * Values are percent-decoded.
 */
public final class StoreUrl {

  private static final int PORT = 2379;
  private static final int TTL_SECONDS = 10;
  private static final int MOST_TTL_SECONDS = 3_600;
  private static final int WAIT_SECONDS = 10;
  private static final int MOST_WAIT_SECONDS = 86_400;
  private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9._~-]+)+");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
  private static final Set<String> KNOWN =
      Set.of(
          "user",
          "password",
          "password-file",
          "tls",
          "ca",
          "cert",
          "key",
          "ttl",
          "wait",
          "cache",
          "dubbo");

  private final String scheme;
  private final List<HostPort> endpoints;
  private final String prefix;
  private final Map<String, String> options;

  private StoreUrl(
      String scheme, List<HostPort> endpoints, String prefix, Map<String, String> options) {
    this.scheme = scheme;
    this.endpoints = endpoints;
    this.prefix = prefix;
    this.options = options;
  }

  /** How such URLs are written. */
  public static String syntax(String scheme) {
    return scheme + "://HOST[:PORT],…[/PREFIX][?OPTION=VALUE&…]";
  }

  /**
   * @param rest what stands behind the scheme and its colon
   * @throws IllegalArgumentException naming what is wrong and what is expected
   */
  public static StoreUrl parse(String scheme, String rest) {
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    UrlSecrets.refuseUser(syntax(scheme), rest, place);
    if (!rest.startsWith("//")) {
      throw new IllegalArgumentException(
          "'" + scheme + ":" + place + "' is incomplete, expected " + syntax(scheme));
    }
    place = place.substring(2);
    int slash = place.indexOf('/');
    String hosts = slash < 0 ? place : place.substring(0, slash);
    StoreUrl url =
        new StoreUrl(
            scheme,
            Arrays.stream(hosts.split(",", -1)).map(StoreUrl::endpoint).toList(),
            prefix(slash < 0 ? "" : place.substring(slash)),
            options(question < 0 ? "" : rest.substring(question + 1)));
    url.check();
    return url;
  }

  private static HostPort endpoint(String text) {
    boolean ported = text.matches(".*:\\d*") && !text.endsWith("]");
    return HostPort.parse(ported ? text : text + ":" + PORT);
  }

  private static String prefix(String text) {
    String trimmed = text.replaceAll("/+$", "");
    if (trimmed.isEmpty()) {
      return "/vertx-mesh";
    }
    if (!PREFIX.matcher(trimmed).matches()) {
      throw new IllegalArgumentException(
          "the prefix is '" + text + "', expected names of letters, digits and ._~- after slashes");
    }
    return trimmed;
  }

  private static Map<String, String> options(String query) {
    Map<String, String> options = new TreeMap<>();
    for (String part : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      if (equals < 0 || !KNOWN.contains(name)) {
        throw new IllegalArgumentException(
            "%s is not known, expected one of %s with =VALUE"
                .formatted(
                    UrlSecrets.unknown(name, options.containsKey("password")),
                    KNOWN.stream().sorted().collect(Collectors.joining(", "))));
      }
      String value = decoded(name, part.substring(equals + 1));
      if (options.put(name, value) != null) {
        throw new IllegalArgumentException("the option '" + name + "' is given twice");
      }
    }
    return options;
  }

  private static String decoded(String name, String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // which shows some of the value
      throw new IllegalArgumentException(
          name + " has a % without two hexadecimal digits behind it; a % itself is %25");
    }
  }

  private void check() {
    ttlSeconds();
    waitSeconds();
    dubboFolder();
    snapshot(describe());
    boolean secret = options.containsKey("password") || options.containsKey("password-file");
    expect(secret == options.containsKey("user"), "user and password belong together");
    expect(
        !(options.containsKey("password") && options.containsKey("password-file")),
        "password and password-file exclude each other");
    expect(
        options.containsKey("cert") == options.containsKey("key"), "cert and key belong together");
    String tls = options.getOrDefault("tls", "true");
    expect(
        tls.equals("true") || tls.equals("false"), "tls is '" + tls + "', expected true or false");
    boolean files = options.containsKey("ca") || options.containsKey("cert");
    expect(tls.equals("true") || !files, "ca, cert and key are for tls, which is false");
    for (String name : List.of("ca", "cert", "key", "password-file")) {
      file(name);
    }
  }

  private static void expect(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  public List<HostPort> endpoints() {
    return endpoints;
  }

  /** The folder of the instances, with a slash at its end. */
  public String folder() {
    return prefix + "/instances/";
  }

  /** Null for none. */
  public String user() {
    return options.get("user");
  }

  /** The folder of Dubbo's own layout, with a slash at its end; null if it isn't asked for. */
  public String dubboFolder() {
    String root = options.get("dubbo");
    if (root == null) {
      return null;
    }
    expect(PREFIX.matcher(root).matches(), "dubbo is '" + root + "', expected such as /dubbo");
    return root + "/";
  }

  /**
   * Null for none. Reads the file, which blocks.
   *
   * @throws RegistryFailure if that can't be done
   */
  public String password() {
    Path file = file("password-file");
    try {
      return file == null ? options.get("password") : Files.readString(file).strip();
    } catch (IOException e) {
      throw new RegistryFailure("registry: password-file " + file + " can't be read: " + e, e);
    }
  }

  /** Null for cleartext. */
  public TlsFiles tls() {
    boolean files = options.containsKey("ca") || options.containsKey("cert");
    return Boolean.parseBoolean(options.getOrDefault("tls", "" + files))
        ? TlsFiles.of(file("cert"), file("key"), file("ca"))
        : null;
  }

  /**
   * The same, with its files, of which renewed ones are taken; null for cleartext. Reads them,
   * which blocks.
   *
   * @throws RegistryFailure naming the file and what is wrong with it
   */
  public RenewedTls openTls(Vertx vertx) {
    try {
      return tls() == null ? null : RenewedTls.open(vertx, "registry", tls());
    } catch (TlsFailure e) {
      throw new RegistryFailure("registry %s: %s".formatted(describe(), e.getMessage()), e);
    }
  }

  public int ttlSeconds() {
    return seconds("ttl", TTL_SECONDS, KeyedOptions.LEAST_TTL_SECONDS, MOST_TTL_SECONDS);
  }

  /** How long an agent that starts waits for a store that can't be reached. */
  private int waitSeconds() {
    return seconds("wait", WAIT_SECONDS, 1, MOST_WAIT_SECONDS);
  }

  private int seconds(String name, int unlessGiven, int least, int most) {
    String text = options.getOrDefault(name, "" + unlessGiven);
    int seconds = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
    expect(
        seconds >= least && seconds <= most,
        "%s is '%s', expected seconds from %d to %d".formatted(name, text, least, most));
    return seconds;
  }

  /** What and where it is, without anything secret. */
  public String describe() {
    return scheme
        + endpoints.stream().map(HostPort::toString).collect(Collectors.joining(",", "://", ""))
        + prefix;
  }

  public KeyedOptions keyed() {
    return new KeyedOptions(describe(), ttlSeconds(), waitSeconds(), snapshot(describe()));
  }

  /** Of Dubbo's own layout. */
  public KeyedOptions keyedDubbo() {
    String shown = describe().substring(0, describe().length() - prefix.length()) + dubboFolder();
    return new KeyedOptions(shown, ttlSeconds(), waitSeconds(), snapshot(shown));
  }

  private Path snapshot(String of) {
    if ("none".equals(options.get("cache"))) {
      return null;
    }
    return SnapshotFile.place(file("cache"), of);
  }

  private Path file(String name) {
    String text = options.get(name);
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(name + " is '" + text + "', expected a file's name", e);
    }
  }
}
