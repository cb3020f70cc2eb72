package dev.vertxmesh.routing.rule;

import java.util.List;

/** What narrows down where a service's calls go. */
public sealed interface RouteRule permits TagRule, ConditionRule, SplitRule {

  RuleHead head();

  /**
   * Whether it's for calls of a service.
   *
   * @param service as {@code RouteRules.of} has it
   * @param consumer the application that calls
   */
  default boolean concerns(String service, String consumer, List<RouteCandidate> candidates) {
    return head().concerns(service, consumer, candidates);
  }

  /** Laid over the candidates of a service; looked at from first to last. */
  List<RouteStep> over(List<RouteCandidate> candidates);
}
