package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
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
 * rules=GROUP or rules=none                                       (of routing rules below it)
 * </pre>
 *
 * Values are percent-decoded.
 */
public final class StoreUrl {

  private static final int PORT = 2379;
  private static final int TTL_SECONDS = 10;
  private static final int MOST_TTL_SECONDS = 3_600;
  private static final Pattern PREFIX = Pattern.compile("(/[A-Za-z0-9._~-]+)+");
  private static final Set<String> KNOWN =
      Set.of(
          "user",
          "password",
          "password-file",
          "tls",
          "ca",
          "cert",
          "key",
          "key-password-file",
          "ttl",
          "wait",
          "cache",
          "dubbo",
          "rules");

  private final String scheme;
  private final List<HostPort> endpoints;
  private final String prefix;
  private final UrlOptions options;

  private StoreUrl(String scheme, List<HostPort> endpoints, String prefix, UrlOptions options) {
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
            UrlOptions.of(rest, KNOWN));
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

  private void check() {
    ttlSeconds();
    options.waitSeconds();
    UrlOptions.expect(
        dubboFolder() != null || !options.has("rules"),
        "rules stand below dubbo=, which isn't given");
    options.ruleGroup();
    options.snapshot(describe());
    options.checkPassword("user");
    options.checkTls();
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
    UrlOptions.expect(
        PREFIX.matcher(root).matches(), "dubbo is '" + root + "', expected such as /dubbo");
    return root + "/";
  }

  /** The folder of Dubbo's routing rules, with a slash at its end; null if they aren't read. */
  public String ruleFolder() {
    return dubboFolder() != null && options.hasRules()
        ? dubboFolder() + "config/" + options.ruleGroup() + "/"
        : null;
  }

  /**
   * Null for none. Reads the file, which blocks.
   *
   * @throws RegistryFailure if that can't be done
   */
  public String password() {
    return options.password();
  }

  /** Null for cleartext. */
  public TlsFiles tls() {
    return options.tls();
  }

  /**
   * The same, with its files, of which renewed ones are taken; null for cleartext. Reads them,
   * which blocks.
   *
   * @throws RegistryFailure naming the file and what is wrong with it
   */
  public TlsClient openTls(Vertx vertx) {
    return options.openTls(vertx, describe());
  }

  public int ttlSeconds() {
    return options.seconds("ttl", TTL_SECONDS, KeyedOptions.LEAST_TTL_SECONDS, MOST_TTL_SECONDS);
  }

  /** What and where it is, without anything secret. */
  public String describe() {
    return scheme
        + endpoints.stream().map(HostPort::toString).collect(Collectors.joining(",", "://", ""))
        + prefix;
  }

  public KeyedOptions keyed() {
    return new KeyedOptions(
        describe(), ttlSeconds(), options.waitSeconds(), options.snapshot(describe()));
  }

  /** Of Dubbo's own layout. */
  public KeyedOptions keyedDubbo() {
    String shown = describe().substring(0, describe().length() - prefix.length()) + dubboFolder();
    return new KeyedOptions(shown, ttlSeconds(), options.waitSeconds(), options.snapshot(shown));
  }
}
