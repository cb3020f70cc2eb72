package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.SnapshotFile;
import dev.vertxmesh.discovery.etcd.UrlSecrets;
import dev.vertxmesh.discovery.follow.FollowOptions;
import dev.vertxmesh.discovery.follow.Loopback;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import dev.vertxmesh.net.ClientTls;
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
  private static final int WAIT_SECONDS = 10;
  private static final int MOST_WAIT_SECONDS = 86_400;
  private static final String GROUP = "DEFAULT_GROUP";

  /** The agents' holds and signs of life go by it; Nacos' own are its connections. */
  private static final int TTL_SECONDS = 10;

  /** The servers' own rules for what has such a name. */
  private static final Pattern NAMESPACE = Pattern.compile("[\\w-]{0,64}");

  private static final Pattern GROUP_NAME = Pattern.compile("[a-zA-Z0-9-_:.]{1,128}");
  private static final Pattern DIGITS = Pattern.compile("\\d{1,5}");
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
          "cache",
          "wait",
          "types",
          "rules");

  private final List<HostPort> servers;
  private final Map<String, String> options;

  private NacosUrl(List<HostPort> servers, Map<String, String> options) {
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
            options(question < 0 ? "" : rest.substring(question + 1)));
    url.check();
    return url;
  }

  private static HostPort server(String text) {
    boolean ported = text.matches(".*:\\d*") && !text.endsWith("]");
    return HostPort.parse(ported ? text : text + ":" + PORT);
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
      if (options.put(name, decoded(name, part.substring(equals + 1))) != null) {
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
    boolean secret = options.containsKey("password") || options.containsKey("password-file");
    boolean named = !options.getOrDefault("username", "").isEmpty();
    expect(secret == named, "username and password belong together");
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
    String namespace = options.getOrDefault("namespace", "");
    expect(
        NAMESPACE.matcher(namespace).matches(),
        "namespace is '" + namespace + "', expected its id of at most 64 letters, digits, _ and -");
    expect(
        GROUP_NAME.matcher(group()).matches(),
        "group is '" + group() + "', expected at most 128 letters, digits and -_:.");
    number("grpc-port", 1, HostPort.LARGEST_PORT);
    number("wait", 1, MOST_WAIT_SECONDS);
    for (String name : List.of("ca", "cert", "key", "password-file")) {
      file(name);
    }
    followed();
  }

  private static void expect(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  private int number(String name, int least, int most) {
    String text = options.get(name);
    if (text == null) {
      return 0;
    }
    int number = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : 0;
    expect(
        number >= least && number <= most,
        "%s is '%s', expected a whole number from %d to %d".formatted(name, text, least, most));
    return number;
  }

  /** Reads the password's file, which blocks. */
  NacosServers servers() {
    return new NacosServers(
        servers,
        number("grpc-port", 1, HostPort.LARGEST_PORT),
        tls(),
        namespace(),
        options.get("username"),
        password(),
        NacosServers.addressOfThisMachine());
  }

  /** Empty for the one that everybody has. */
  String namespace() {
    String namespace = options.getOrDefault("namespace", "");
    return namespace.equals("public") ? "" : namespace;
  }

  /** Of naming. */
  String group() {
    return options.getOrDefault("group", GROUP);
  }

  private int waitSeconds() {
    int given = number("wait", 1, MOST_WAIT_SECONDS);
    return given == 0 ? WAIT_SECONDS : given;
  }

  /** Of the agents' own entries. */
  KeyedOptions agents() {
    String description = describe() + "/" + AgentParts.SERVICES;
    return new KeyedOptions(description, TTL_SECONDS, waitSeconds(), snapshot(description));
  }

  /** Of Dubbo's providers. */
  FollowOptions followed() {
    boolean isHere = servers.stream().allMatch(server -> Loopback.is(server.host()));
    return new FollowOptions(
        describe(),
        waitSeconds(),
        snapshot(describe()),
        isHere,
        FollowOptions.hasTypes(options.get("types")),
        !ruleGroup().equals(FollowOptions.NONE));
  }

  String ruleGroup() {
    return FollowOptions.ruleGroup(options.get("rules"));
  }

  /** Null for cleartext. */
  ClientTls tls() {
    boolean files = options.containsKey("ca") || options.containsKey("cert");
    return Boolean.parseBoolean(options.getOrDefault("tls", "" + files))
        ? new ClientTls(file("ca"), file("cert"), file("key"))
        : null;
  }

  private String password() {
    Path file = file("password-file");
    try {
      return file == null ? options.get("password") : Files.readString(file).strip();
    } catch (IOException e) {
      throw new RegistryFailure("registry: password-file " + file + " can't be read: " + e, e);
    }
  }

  /** What and where it is, without anything secret. */
  String describe() {
    String hosts = servers.stream().map(HostPort::toString).collect(Collectors.joining(","));
    String group = group().equals(GROUP) ? "" : "/" + group();
    return NAME + "://" + hosts + (namespace().isEmpty() ? "" : "/" + namespace()) + group;
  }

  private Path snapshot(String description) {
    if ("none".equals(options.get("cache"))) {
      return null;
    }
    return SnapshotFile.place(file("cache"), description);
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
