package dev.vertxmesh.routing.rule;

import java.util.Map;

/**
 * An instance, as far as rules ask about it.
 *
 * @param parameters words about it, such as {@code region}; {@code dubbo.tag} and {@code
 *     application} among them
 */
public record RouteCandidate(String host, int port, Map<String, String> parameters) {

  /** Null if there's none of this name. */
  public String value(String name) {
    return switch (name) {
      case "host" -> host;
      case "port" -> Integer.toString(port);
      case "address" -> address();
      default -> parameters.get(name);
    };
  }

  public String address() {
    return host + ":" + port;
  }

  /** Empty if it has none. */
  String tag() {
    return parameters.getOrDefault(RouteRequest.TAG, "");
  }

  /** Empty if nobody knows. */
  public String application() {
    return parameters.getOrDefault("application", "");
  }
}
