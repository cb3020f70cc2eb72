package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.UrlOptions;
import dev.vertxmesh.discovery.etcd.UrlSecrets;
import dev.vertxmesh.discovery.follow.FollowOptions;
import dev.vertxmesh.discovery.follow.entry.Loopback;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a Nacos is:
 *
 * <pre>
 * nacos://HOST[:PORT][,HOST[:PORT]…][?OPTION=VALUE[&amp;OPTION=VALUE…]]
 *
 * namespace=ID          group=NAME           grpc-port=PORT
 * username=NAME         password=TEXT or password-file=FILE
 * tls=true              ca=FILE              cert=FILE and key=FILE     (PEM; any of them means tls)
 * cache=FOLDER or none  wait=SECONDS
 * types=none            (what providers say of their types isn't read)
 * rules=GROUP or none   (routing rules; dubbo unless given)
 * </pre>
 *
 * Values are percent-decoded.
 */
final class NacosUrl {

  static final String NAME = "nacos";
  static final String SYNTAX = "nacos://HOST[:PORT],…[?OPTION=VALUE&…]";

  private static final int PORT = 8848;
  private static final String GROUP = "DEFAULT_GROUP";

  /** The agents' holds and signs of life go by it; Nacos' own are its connections. */
  private static final int TTL_SECONDS = 10;

  /** The servers' own rules for what has such a name. */
  private static final Pattern NAMESPACE = Pattern.compile("[\\w-]{0,64}");

  private static final Pattern GROUP_NAME = Pattern.compile("[a-zA-Z0-9-_:.]{1,128}");
  private static final Set<String> KNOWN =
      Set.of(
          "namespace",
          "group",
          "grpc-port",
          "username",
          "password",
          "password-file",
          "tls",
          "ca",
          "cert",
          "key",
          "key-password-file",
          "cache",
          "wait",
          "types",
          "rules");

  private final List<HostPort> servers;
  private final UrlOptions options;

  private NacosUrl(List<HostPort> servers, UrlOptions options) {
    this.servers = servers;
    this.options = options;
  }

  /**
   * @param rest what stands behind the scheme and its colon
   * @throws IllegalArgumentException naming what is wrong and what is expected
   */
  static NacosUrl parse(String rest) {
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    UrlSecrets.refuseUser(SYNTAX, rest, place);
    String hosts = place.replaceFirst("/+$", "");
    if (!place.startsWith("//") || hosts.isEmpty() || hosts.indexOf('/', 2) >= 0) {
      throw new IllegalArgumentException(
          "'" + NAME + ":" + place + "' isn't understood, expected " + SYNTAX);
    }
    NacosUrl url =
        new NacosUrl(
            Arrays.stream(hosts.substring(2).split(",", -1)).map(NacosUrl::server).toList(),
            UrlOptions.of(rest, KNOWN));
    url.check();
    return url;
  }

  private static HostPort server(String text) {
    boolean ported = text.matches(".*:\\d*") && !text.endsWith("]");
    return HostPort.parse(ported ? text : text + ":" + PORT);
  }

  private void check() {
    options.checkPassword("username");
    options.checkTls();
    String namespace = options.get("namespace", "");
    UrlOptions.expect(
        NAMESPACE.matcher(namespace).matches(),
        "namespace is '" + namespace + "', expected its id of at most 64 letters, digits, _ and -");
    UrlOptions.expect(
        GROUP_NAME.matcher(group()).matches(),
        "group is '" + group() + "', expected at most 128 letters, digits and -_:.");
    rpcPort();
    followed();
  }

  /** 0 if it isn't given. */
  private int rpcPort() {
    return options.number("grpc-port", 0, 1, HostPort.LARGEST_PORT);
  }

  /**
   * Reads the files of the password and of TLS, which blocks.
   *
   * @throws dev.vertxmesh.discovery.RegistryFailure naming the one that can't be used
   */
  NacosServers servers(Vertx vertx) {
    String password = options.password();
    return new NacosServers(
        servers,
        rpcPort(),
        options.openTls(vertx, describe()),
        namespace(),
        options.get("username"),
        password,
        NacosServers.addressOfThisMachine());
  }

  /** Empty for the one that everybody has. */
  String namespace() {
    String namespace = options.get("namespace", "");
    return namespace.equals("public") ? "" : namespace;
  }

  /** Of naming. */
  String group() {
    return options.get("group", GROUP);
  }

  /** Of the agents' own entries. */
  KeyedOptions agents() {
    String description = describe() + ", agents";
    return new KeyedOptions(
        description, TTL_SECONDS, options.waitSeconds(), options.snapshot(description));
  }

  /** Of Dubbo's providers. */
  FollowOptions followed() {
    boolean isHere = servers.stream().allMatch(server -> Loopback.is(server.host()));
    return new FollowOptions(
        describe(),
        options.waitSeconds(),
        options.snapshot(describe()),
        isHere,
        FollowOptions.hasTypes(options.get("types")),
        options.hasRules());
  }

  String ruleGroup() {
    return options.ruleGroup();
  }

  /** What and where it is, without anything secret. */
  String describe() {
    String hosts = servers.stream().map(HostPort::toString).collect(Collectors.joining(","));
    List<String> place = new ArrayList<>();
    if (!namespace().isEmpty()) {
      place.add("namespace=" + namespace());
    }
    if (!group().equals(GROUP)) {
      place.add("group=" + group());
    }
    return NAME + "://" + hosts + (place.isEmpty() ? "" : "?" + String.join("&", place));
  }
}
