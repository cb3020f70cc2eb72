package dev.vertxmesh.discovery.dubbo;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.HostPort;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The URL that a Dubbo provider registers: {@code dubbo://HOST:PORT/INTERFACE?NAME=VALUE&…}.
 *
 * @param service with the group and the version that the parameters say
 * @param parameters all of them
 */
record ProviderUrl(HostPort address, ServiceKey service, Map<String, String> parameters) {

  private static final String SCHEME = "dubbo://";

  /** What Dubbo takes for no version. */
  private static final String NO_VERSION = "0.0.0";

  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  /**
   * @param text not encoded
   * @throws IllegalArgumentException saying what was expected
   */
  static ProviderUrl parse(String text) {
    if (!text.startsWith(SCHEME)) {
      int end = text.indexOf("://");
      String scheme = end < 0 ? "what has no protocol" : text.substring(0, end + 3);
      throw new IllegalArgumentException(scheme + " isn't understood, expected " + SCHEME);
    }
    int question = text.indexOf('?');
    String place = text.substring(SCHEME.length(), question < 0 ? text.length() : question);
    int slash = place.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException("'" + place + "' has no interface behind its port");
    }
    Map<String, String> parameters = parameters(question < 0 ? "" : text.substring(question + 1));
    String path = place.substring(slash + 1);
    String interfaceName = parameters.getOrDefault("interface", path);
    if (!path.equals(interfaceName)) {
      throw new IllegalArgumentException(
          "the path is '" + path + "', expected the interface, '" + interfaceName + "'");
    }
    String authority = place.substring(0, slash);
    return new ProviderUrl(
        HostPort.parse(authority.substring(authority.lastIndexOf('@') + 1)),
        service(interfaceName, parameters),
        parameters);
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

  private static ServiceKey service(String interfaceName, Map<String, String> parameters) {
    String version = parameters.getOrDefault("version", "");
    String group = parameters.getOrDefault("group", "");
    boolean versioned = !version.isEmpty() && !version.equals(NO_VERSION);
    return ServiceKey.parse(
        interfaceName + (versioned ? ":" + version : "") + (group.isEmpty() ? "" : "@" + group));
  }

  /** Whether it's to be called at all. */
  boolean isEnabled() {
    return !"true".equals(parameters.get("disabled"))
        && !"false".equals(parameters.get("enabled"))
        && number("weight", 1) > 0;
  }

  /**
   * @throws IllegalArgumentException if it isn't a whole number
   */
  long number(String name, long absent) {
    String text = parameters.get(name);
    if (text == null || text.isEmpty()) {
      return absent;
    }
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          name + " is '" + text + "', expected a whole number that is not negative");
    }
    return Long.parseLong(text);
  }

  /** In which it wants to be spoken to; empty if it doesn't say. */
  String serialization() {
    String preferred = parameters.getOrDefault("prefer.serialization", "");
    String named = preferred.isEmpty() ? parameters.getOrDefault("serialization", "") : preferred;
    int comma = named.indexOf(',');
    return comma < 0 ? named : named.substring(0, comma);
  }
}
