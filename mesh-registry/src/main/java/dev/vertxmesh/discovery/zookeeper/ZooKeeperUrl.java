package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.UrlOptions;
import dev.vertxmesh.discovery.etcd.UrlSecrets;
import dev.vertxmesh.discovery.follow.FollowOptions;
import dev.vertxmesh.discovery.follow.entry.Loopback;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The URL of a ZooKeeper, as Dubbo's applications have it:
 *
 * <pre>
 * zookeeper://HOST[:PORT][,HOST[:PORT]…][/ROOT][?OPTION=VALUE[&amp;OPTION=VALUE…]]
 *
 * group=NAME            (the root without its slash; dubbo unless given)
 * backup=HOST:PORT,…    (more hosts)
 * username=NAME         password=TEXT or password-file=FILE
 * services=ROOT         (where applications register, /services unless given)
 * agents=ROOT           (where agents announce themselves, /vertx-mesh unless given)
 * timeout=MILLIS        (of the session)
 * cache=FOLDER or cache=none               wait=SECONDS
 * types=none            (what providers say of their types isn't read)
 * rules=GROUP or rules=none                (routing rules; dubbo unless given)
 * tls=true              ca=FILE         cert=FILE and key=FILE     (PEM; any of them means tls)
 * </pre>
 *
 * Values are percent-decoded.
 */
final class ZooKeeperUrl {

  static final String NAME = "zookeeper";

  private static final int PORT = 2181;
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final Pattern ROOT = Pattern.compile("(/[A-Za-z0-9._~-]+)+");
  private static final Set<String> KNOWN =
      Set.of(
          "group",
          "backup",
          "username",
          "password",
          "password-file",
          "services",
          "agents",
          "timeout",
          "cache",
          "wait",
          "types",
          "rules",
          "tls",
          "ca",
          "cert",
          "key",
          "key-password-file");

  private final List<HostPort> servers;
  private final String root;
  private final UrlOptions options;

  private ZooKeeperUrl(List<HostPort> servers, String root, UrlOptions options) {
    this.servers = servers;
    this.root = root;
    this.options = options;
  }

  static String syntax() {
    return NAME + "://HOST[:PORT],…[/ROOT][?OPTION=VALUE&…]";
  }

  /**
   * @param rest what stands behind the scheme and its colon
   * @throws IllegalArgumentException naming what is wrong and what is expected
   */
  static ZooKeeperUrl parse(String rest) {
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    UrlSecrets.refuseUser(syntax(), rest, place);
    if (!rest.startsWith("//")) {
      throw new IllegalArgumentException(
          "'" + NAME + ":" + place + "' is incomplete, expected " + syntax());
    }
    place = place.substring(2);
    int slash = place.indexOf('/');
    UrlOptions options = UrlOptions.of(rest, KNOWN);
    List<HostPort> servers = new ArrayList<>(hosts(slash < 0 ? place : place.substring(0, slash)));
    if (options.has("backup")) {
      servers.addAll(hosts(options.get("backup")));
    }
    ZooKeeperUrl url =
        new ZooKeeperUrl(
            List.copyOf(servers), root(slash < 0 ? "" : place.substring(slash), options), options);
    url.check();
    return url;
  }

  private static List<HostPort> hosts(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(
            one ->
                HostPort.parse(
                    one.matches(".*:\\d*") && !one.endsWith("]") ? one : one + ":" + PORT))
        .toList();
  }

  private static String root(String path, UrlOptions options) {
    String trimmed = path.replaceAll("/+$", "");
    String group = options.get("group", "").replaceAll("^/+|/+$", "");
    String grouped = group.isEmpty() ? "" : "/" + group;
    if (!trimmed.isEmpty() && !grouped.isEmpty() && !trimmed.equals(grouped)) {
      throw new IllegalArgumentException(
          "the root is '" + trimmed + "' and the group '" + group + "', expected one of them");
    }
    String root = trimmed.isEmpty() ? grouped : trimmed;
    return checked("the root", root.isEmpty() ? "/dubbo" : root);
  }

  private static String checked(String what, String root) {
    if (!ROOT.matcher(root).matches() || Arrays.asList(root.split("/")).contains("..")) {
      throw new IllegalArgumentException(
          what + " is '" + root + "', expected names of letters, digits and ._~- after slashes");
    }
    return root;
  }

  private void check() {
    services();
    agents();
    followed();
    timeoutMillis();
    options.checkPassword("username");
    options.checkTls();
  }

  /** As ZooKeeper's client is told its servers. */
  String servers() {
    return servers.stream().map(HostPort::toString).collect(Collectors.joining(","));
  }

  /** Of Dubbo's own layout, without a slash at its end. */
  String root() {
    return root;
  }

  /** Where applications register, without a slash at its end. */
  String services() {
    return checked("services", options.get("services", "/services"));
  }

  /** Of the agents' own layout, without a slash at its end. */
  String agents() {
    return checked("agents", options.get("agents", "/vertx-mesh")) + "/instances";
  }

  int timeoutMillis() {
    return options.number("timeout", TIMEOUT_MILLIS, 2_000, 600_000);
  }

  /**
   * Who this agent is, as ZooKeeper's digest has it; null for nobody. Reads the file, which blocks.
   *
   * @throws RegistryFailure if that can't be done
   */
  String digest() {
    String user = options.get("username");
    return user == null ? null : user + ":" + options.password();
  }

  /**
   * How sessions are held; with TLS by its files, which are read, and that blocks.
   *
   * @throws RegistryFailure naming the file and what is wrong with it
   */
  SessionConfig sessions(Vertx vertx) {
    TlsClient tls = options.openTls(vertx, describe());
    return tls == null ? new SessionConfig() : new EncryptedConfig(tls, options.has("cert"));
  }

  /** What and where it is, without anything secret. */
  String describe() {
    return NAME + "://" + servers() + root;
  }

  FollowOptions followed() {
    return new FollowOptions(
        describe(),
        options.waitSeconds(),
        options.snapshot(describe()),
        servers.stream().allMatch(one -> Loopback.is(one.host())),
        FollowOptions.hasTypes(options.get("types")),
        options.hasRules());
  }

  String ruleGroup() {
    return options.ruleGroup();
  }

  /** Of the agents' own layout. */
  KeyedOptions keyed() {
    String shown = NAME + "://" + servers() + agents();
    return new KeyedOptions(
        shown,
        Math.max(2, timeoutMillis() / 1_000),
        options.waitSeconds(),
        options.snapshot(shown));
  }
}
