package dev.vertxmesh.routing.rule;

import java.util.List;

/**
 * Changes what is registered, without anybody registering anew.
 *
 * @param items the later ones win
 */
public record ConfiguratorRule(RuleHead head, List<Item> items) {

  /**
   * What is changed of whom.
   *
   * @param addresses of instances; empty for all
   * @param services of which it holds, where the rule is an application's; empty for all
   * @param weight 0 for what is registered
   * @param timeoutMillis 0 for what is usual
   * @param disabled null for what is registered
   */
  public record Item(
      List<AddressPattern> addresses,
      List<String> services,
      int weight,
      long timeoutMillis,
      Boolean disabled) {

    boolean isFor(String service) {
      return services.isEmpty() || services.contains("*") || services.contains(service);
    }

    /** Whether it's for one of them. */
    public boolean isFor(RouteCandidate candidate) {
      return addresses.isEmpty() || addresses.stream().anyMatch(one -> one.matches(candidate));
    }
  }

  /** The items for a service; none if the rule isn't for it. */
  public List<Item> of(String service, String consumer, List<RouteCandidate> candidates) {
    return head.concerns(service, consumer, candidates)
        ? items.stream().filter(item -> item.isFor(service)).toList()
        : List.of();
  }
}
