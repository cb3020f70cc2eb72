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
   * @param callers those for whose calls it holds
   * @param addresses of instances; empty for all
   * @param applications of instances; empty for all
   * @param services of which it holds, where the rule is an application's; empty for all
   * @param weight {@link #AS_REGISTERED} for what is registered; 0 for one that gets no calls while
   *     there are others
   * @param timeoutMillis 0 for what is usual
   * @param disabled null for what is registered
   */
  public record Item(
      Callers callers,
      List<AddressPattern> addresses,
      List<String> applications,
      List<String> services,
      int weight,
      long timeoutMillis,
      Boolean disabled) {

    /** A weight that isn't changed. */
    public static final int AS_REGISTERED = -1;

    boolean isFor(String service) {
      return isAmong(services, service);
    }

    /** Whether it's for one of them. */
    public boolean isFor(RouteCandidate candidate) {
      return isAmong(applications, candidate.application())
          && (addresses.isEmpty() || addresses.stream().anyMatch(one -> one.matches(candidate)));
    }
  }

  /**
   * Whose calls an item is for.
   *
   * @param hosts their machines; empty for all
   * @param applications what they are; empty for all
   */
  public record Callers(List<AddressPattern> hosts, List<String> applications) {

    public static final Callers ALL = new Callers(List.of(), List.of());

    boolean have(String application, String host) {
      return isAmong(applications, application)
          && (hosts.isEmpty() || hosts.stream().anyMatch(one -> one.isOn(host)));
    }
  }

  private static boolean isAmong(List<String> names, String name) {
    return names.isEmpty() || names.contains("*") || names.contains(name);
  }

  /**
   * The items for a service; none if the rule isn't for it.
   *
   * @param consumer the application that calls
   * @param host the machine where it is
   */
  public List<Item> of(
      String service, String consumer, String host, List<RouteCandidate> candidates) {
    return head.concerns(service, consumer, candidates)
        ? items.stream()
            .filter(item -> item.isFor(service) && item.callers().have(consumer, host))
            .toList()
        : List.of();
  }
}
