package dev.vertxmesh.routing;

import dev.vertxmesh.routing.rule.ConfiguratorRule;
import dev.vertxmesh.routing.rule.RouteCandidate;
import dev.vertxmesh.routing.rule.RouteRequest;
import dev.vertxmesh.routing.rule.RouteStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/** What rules make of a service's candidates, which are named by their places. */
public final class ServiceRoutes {

  /** No rule is for the service. */
  public static final ServiceRoutes NONE =
      new ServiceRoutes(List.of(), List.of(), new BitSet(), new int[0], 0);

  /**
   * What a rule did to a call.
   *
   * @param what for a person to read
   * @param left the addresses that it left
   */
  public record Told(String rule, String what, List<String> left) {}

  private final List<RouteCandidate> candidates;
  private final List<RouteStep> steps;
  private final BitSet enabled;
  private final int[] weights;
  private final long timeoutMillis;

  private ServiceRoutes(
      List<RouteCandidate> candidates,
      List<RouteStep> steps,
      BitSet enabled,
      int[] weights,
      long timeoutMillis) {
    this.candidates = candidates;
    this.steps = steps;
    this.enabled = enabled;
    this.weights = weights;
    this.timeoutMillis = timeoutMillis;
  }

  static ServiceRoutes of(
      List<RouteCandidate> candidates, List<RouteStep> steps, List<ConfiguratorRule.Item> items) {
    BitSet enabled = new BitSet();
    enabled.set(0, candidates.size());
    BitSet weightless = new BitSet();
    int[] weights = new int[candidates.size()];
    long timeoutMillis = 0;
    for (ConfiguratorRule.Item item : items) {
      boolean isForAll = candidates.stream().allMatch(item::isFor);
      timeoutMillis = isForAll && item.timeoutMillis() > 0 ? item.timeoutMillis() : timeoutMillis;
      for (int i = 0; i < weights.length; i++) {
        if (item.isFor(candidates.get(i))) {
          if (item.weight() != ConfiguratorRule.Item.AS_REGISTERED) {
            weights[i] = item.weight();
            weightless.set(i, item.weight() == 0);
          }
          enabled.set(i, item.disabled() == null ? enabled.get(i) : !item.disabled());
        }
      }
    }
    BitSet weighty = (BitSet) enabled.clone();
    weighty.andNot(weightless);
    BitSet all = weighty.isEmpty() ? enabled : weighty; // who weighs nothing is better than nobody
    return new ServiceRoutes(candidates, steps, all, weights, timeoutMillis);
  }

  public boolean isNone() {
    return this == NONE;
  }

  /** What a candidate weighs by a configurator; 0 if none says, or as much as that. */
  public int weight(int place) {
    return weights.length == 0 ? 0 : weights[place];
  }

  /** How long a call may take whose caller doesn't say; 0 if no configurator does. */
  public long timeoutMillis() {
    return timeoutMillis;
  }

  /**
   * Who may have a call.
   *
   * @param left becomes it
   */
  public void route(BitSet left, RouteRequest request, RandomGenerator random) {
    left.clear();
    left.or(enabled);
    for (int i = 0; i < steps.size() && !left.isEmpty(); i++) {
      steps.get(i).narrow(left, request, random);
    }
  }

  /** The same, told rule by rule. */
  public List<Told> explain(RouteRequest request, RandomGenerator random) {
    List<Told> told = new ArrayList<>();
    BitSet left = (BitSet) enabled.clone();
    if (left.cardinality() < candidates.size()) {
      told.add(new Told("configurators", "others are disabled, or weigh 0", addresses(left)));
    }
    for (RouteStep step : steps) {
      if (left.isEmpty()) {
        break;
      }
      String what = step.narrow(left, request, random);
      told.add(new Told(step.name(), what, addresses(left)));
    }
    return told;
  }

  private List<String> addresses(BitSet some) {
    return some.stream().mapToObj(place -> candidates.get(place).address()).toList();
  }
}
