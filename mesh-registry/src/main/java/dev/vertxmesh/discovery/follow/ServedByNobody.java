package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Why nobody is known to serve some of the interfaces that are followed. Told on the worker, asked
 * on any thread.
 */
final class ServedByNobody {

  private volatile String unlisted = "";
  private volatile Map<String, String> untold = Map.of();
  private volatile Map<String, String> skipped = Map.of();

  /**
   * Those that are followed now.
   *
   * @param names why there may be others that should be; empty if there are none
   */
  void of(Collection<FollowedInterface> interfaces, String names) {
    Map<String, String> waiting = new HashMap<>();
    Map<String, String> left = new HashMap<>();
    for (FollowedInterface one : interfaces) {
      if (!one.instances().isEmpty()) {
        continue;
      }
      if (!one.isSettled()) {
        waiting.put(one.name(), "the registry hasn't told yet who serves " + one.name());
      } else if (!one.whySkipped().isEmpty()) {
        left.put(one.name(), one.whySkipped());
      }
    }
    unlisted = names;
    untold = waiting;
    skipped = left;
  }

  /** Why there may be others that should be followed; empty if there are none. */
  String unlisted() {
    return unlisted;
  }

  /** That it isn't known yet; empty if it is. */
  String untold(ServiceKey service) {
    return untold.getOrDefault(service.interfaceName(), "");
  }

  /** How many entries are skipped, and why; empty if none is. */
  String skipped(ServiceKey service) {
    return skipped.getOrDefault(service.interfaceName(), "");
  }
}
