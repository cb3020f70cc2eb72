package dev.vertxmesh.routing.rule;

import java.util.List;

/**
 * What rules of all kinds begin with.
 *
 * @param name by which it was found, such as {@code shop.tag-router}
 * @param key the service or the application that it's for
 * @param force whether it holds even where it leaves nobody
 */
public record RuleHead(String name, RuleScope scope, String key, boolean force) {

  /**
   * Whether it's for calls of a service.
   *
   * @param service as {@code [GROUP/]INTERFACE[:VERSION]}
   * @param consumer the application that calls
   */
  boolean concerns(String service, String consumer, List<RouteCandidate> candidates) {
    return switch (scope) {
      case SERVICE -> service.equals(key);
      case APPLICATION -> key.equals(consumer) || isOneOf(candidates);
    };
  }

  private boolean isOneOf(List<RouteCandidate> candidates) {
    for (RouteCandidate candidate : candidates) {
      if (candidate.application().equals(key)) {
        return true;
      }
    }
    return false;
  }
}
