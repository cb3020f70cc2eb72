package dev.vertxmesh.discovery.dubbo;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.CallbackArguments;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Tag;
import dev.vertxmesh.discovery.kind.SafeText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a Dubbo provider registers of one service, as a URL where it is one: {@code
 * PROTOCOL://HOST:PORT/INTERFACE?NAME=VALUE&…}.
 *
 * @param protocol {@code dubbo}, {@code tri} or another of Dubbo's
 * @param service with the group and the version that the parameters say
 * @param parameters all of them
 */
public record RegisteredUrl(
    String protocol, HostPort address, ServiceKey service, Map<String, String> parameters) {

  /**
   * The tag of an entry that an agent announces at another agent's address: whose it is. So several
   * can announce one address, and none takes away what another has written.
   */
  public static final String AGENT_TAG = "agent";

  private static final String TRIPLE = "tri";

  private static final String BEHIND_PROTOCOL = "://";

  private static final String PROTOCOL_VERSION = "2.0.2";

  /** What Dubbo takes for no version. */
  private static final String NO_VERSION = "0.0.0";

  /** Only what the mesh announces has it. */
  private static final String MARK = "vertx-mesh";

  private static final List<String> TAGS =
      List.of("application", "dubbo.tag", "zone", "region", "env", "organization", "owner");

  private static final String CALLBACK = ".callback";

  /** A method's name, and the number of its argument. */
  private static final Pattern ARGUMENT =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{Nd}_$]{0,199}\\.\\d{1,3}");

  private static final Set<String> READ =
      Stream.concat(
              TAGS.stream(),
              Stream.of(
                  "interface",
                  "group",
                  "version",
                  "weight",
                  "threads",
                  "timestamp",
                  "serialization",
                  "prefer.serialization",
                  "disabled",
                  "enabled",
                  MARK))
          .collect(Collectors.toUnmodifiableSet());

  /** Whether a parameter is looked at; who keeps others has no use of them. */
  public static boolean isRead(String name) {
    return READ.contains(name) || isCalledBack(name);
  }

  /** Whether a parameter tells of an argument that is called back. */
  public static boolean isCalledBack(String name) {
    return name.endsWith(CALLBACK)
        && ARGUMENT.matcher(name.substring(0, name.length() - CALLBACK.length())).matches();
  }

  private static final Pattern WRITABLE = Pattern.compile("[\\p{L}\\p{Nd}._$/-]*");

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  /**
   * @param text not encoded
   * @throws IllegalArgumentException saying what was expected
   */
  public static RegisteredUrl parse(String text) {
    int end = text.indexOf(BEHIND_PROTOCOL);
    if (end <= 0) {
      throw new IllegalArgumentException(
          "what has no protocol isn't understood, expected such as dubbo://");
    }
    int question = text.indexOf('?');
    String place =
        text.substring(end + BEHIND_PROTOCOL.length(), question < end ? text.length() : question);
    int slash = place.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException(
          "'"
              + SafeText.of(place.substring(place.lastIndexOf('@') + 1))
              + "' has no interface behind its port");
    }
    String authority = place.substring(0, slash);
    return of(
        text.substring(0, end),
        HostPort.parse(authority.substring(authority.lastIndexOf('@') + 1)),
        place.substring(slash + 1),
        parameters(question < end ? "" : text.substring(question + 1)));
  }

  /**
   * The same where it isn't written as a URL.
   *
   * @param path behind the port: the interface
   * @throws IllegalArgumentException saying what was expected
   */
  public static RegisteredUrl of(
      String protocol, HostPort address, String path, Map<String, String> parameters) {
    String interfaceName = parameters.getOrDefault("interface", path);
    if (!path.equals(interfaceName)) {
      throw new IllegalArgumentException(
          "the path is '"
              + SafeText.of(path)
              + "', expected the interface, '"
              + SafeText.of(interfaceName)
              + "'");
    }
    HostPort dotted = new HostPort(DottedHost.of(address.host()), address.port());
    return new RegisteredUrl(protocol, dotted, service(interfaceName, parameters), parameters);
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    for (String part : query.split("&")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parameters.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return parameters;
  }

  /** What routing rules ask about most, of what may be a tag. */
  Map<String, String> tags() {
    Map<String, String> tags = new TreeMap<>();
    for (String name : TAGS) {
      String value = parameters.getOrDefault(name, "");
      if (!value.isEmpty() && Tag.isValue(value)) {
        tags.put(name, value);
      }
    }
    return tags;
  }

  private static ServiceKey service(String interfaceName, Map<String, String> parameters) {
    String version = parameters.getOrDefault("version", "");
    String group = parameters.getOrDefault("group", "");
    boolean versioned = !version.isEmpty() && !version.equals(NO_VERSION);
    if (isPlain(interfaceName) && version.indexOf('@') < 0) {
      return new ServiceKey(interfaceName, group, versioned ? version : "");
    }
    return ServiceKey.parse(
        interfaceName + (versioned ? ":" + version : "") + (group.isEmpty() ? "" : "@" + group));
  }

  /** Whether it's all of an interface's name, as nearly every one is. */
  private static boolean isPlain(String text) {
    boolean isPlain = !text.isEmpty();
    for (int i = 0; isPlain && i < text.length(); i++) {
      char c = text.charAt(i);
      isPlain = c > ' ' && c < 0x7f && c != ':' && c != '@';
    }
    return isPlain;
  }

  /**
   * The one of an agent that takes Dubbo consumers' calls, as consumers of 2.6, 2.7 and 3 need it;
   * what speaks gRPC is called by Triple.
   *
   * @param instance with one service
   * @throws IllegalArgumentException if the service can't be written in such a URL
   */
  public static RegisteredUrl of(Instance instance) {
    ServiceKey service = instance.services().get(0);
    check(service);
    Map<String, String> parameters = new TreeMap<>();
    boolean isDubbo = instance.protocol().equals(Protocol.DUBBO);
    parameters.put("application", MeshApplication.of(instance));
    parameters.put("category", "providers");
    parameters.put("dubbo", PROTOCOL_VERSION);
    parameters.put("dynamic", "true");
    parameters.put("interface", service.interfaceName());
    parameters.put("methods", "*");
    if (isDubbo) {
      parameters.put("serialization", "hessian2");
    }
    parameters.put("side", "provider");
    parameters.put("timestamp", Long.toString(instance.startedAtMillis()));
    parameters.put(MARK, instance.tags().getOrDefault(AGENT_TAG, "true"));
    if (!service.group().isEmpty()) {
      parameters.put("group", service.group());
    }
    if (!service.version().isEmpty()) {
      parameters.put("version", service.version());
    }
    return new RegisteredUrl(protocol(instance), instance.address(), service, parameters);
  }

  /** What Dubbo calls what an instance speaks. */
  public static String protocol(Instance instance) {
    return instance.protocol().equals(Protocol.DUBBO) ? Protocol.DUBBO.name() : TRIPLE;
  }

  /** Dubbo encodes the URL as a whole, and nothing in it. */
  private static void check(ServiceKey service) {
    String text = service.interfaceName() + service.group() + service.version();
    if (!WRITABLE.matcher(text).matches() || service.interfaceName().contains("/")) {
      throw new IllegalArgumentException(
          "'" + service + "' can't be written in Dubbo's URL, expected letters, digits and ._$-");
    }
  }

  /** Whether the mesh has announced it. */
  public boolean isOfTheMesh() {
    return parameters.containsKey(MARK);
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return protocol
        + BEHIND_PROTOCOL
        + address
        + "/"
        + service.interfaceName()
        + parameters.entrySet().stream()
            .map(one -> one.getKey() + "=" + one.getValue())
            .collect(Collectors.joining("&", "?", ""));
  }

  /** Whether it's to be called at all. */
  public boolean isEnabled() {
    return !"true".equals(parameters.get("disabled"))
        && !"false".equals(parameters.get("enabled"))
        && number("weight", 1) > 0;
  }

  /**
   * @throws IllegalArgumentException if it isn't a whole number
   */
  public long number(String name, long absent) {
    String text = parameters.get(name);
    if (text == null || text.isEmpty()) {
      return absent;
    }
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          name + " is '" + SafeText.of(text) + "', expected a whole number that is not negative");
    }
    return Long.parseLong(text);
  }

  /** {@code METHOD.N} of the arguments that its methods call back. */
  List<String> calledBack() {
    return parameters.entrySet().stream()
        .filter(one -> isCalledBack(one.getKey()) && one.getValue().equals("true"))
        .map(one -> one.getKey().substring(0, one.getKey().length() - CALLBACK.length()))
        .sorted()
        .limit(CallbackArguments.MOST)
        .toList();
  }

  /** In which it wants to be spoken to; empty if it doesn't say. */
  public String serialization() {
    String preferred = parameters.getOrDefault("prefer.serialization", "");
    String named = preferred.isEmpty() ? parameters.getOrDefault("serialization", "") : preferred;
    int comma = named.indexOf(',');
    return comma < 0 ? named : named.substring(0, comma);
  }
}
