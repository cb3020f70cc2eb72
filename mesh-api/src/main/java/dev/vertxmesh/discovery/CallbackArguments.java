package dev.vertxmesh.discovery;

import dev.vertxmesh.call.ServiceKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Arguments that a provider calls back, as {@code METHOD.N}, by their services. */
public final class CallbackArguments {

  /** Of one service: each argument of a call is looked up among them. */
  public static final int MOST = 100;

  private CallbackArguments() {}

  /**
   * A copy that nobody changes.
   *
   * @throws IllegalArgumentException if there are too many of a service
   */
  static Map<ServiceKey, List<String>> copy(Map<ServiceKey, List<String>> given) {
    Map<ServiceKey, List<String>> copied = new HashMap<>();
    given.forEach(
        (service, arguments) -> {
          if (arguments.size() > MOST) {
            throw new IllegalArgumentException(
                "calledBack of %s has %d arguments, expected at most %d"
                    .formatted(service, arguments.size(), MOST));
          }
          copied.put(service, List.copyOf(arguments));
        });
    return Map.copyOf(copied);
  }

  /** All of both; of a service of which both tell, the first is believed. */
  static Map<ServiceKey, List<String>> both(
      Map<ServiceKey, List<String>> first, Map<ServiceKey, List<String>> second) {
    Map<ServiceKey, List<String>> all = new HashMap<>(second);
    all.putAll(first);
    return all;
  }
}
