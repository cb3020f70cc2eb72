package dev.vertxmesh.routing;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.routing.rule.ConfiguratorRule;
import dev.vertxmesh.routing.rule.RouteCandidate;
import dev.vertxmesh.routing.rule.RouteRequest;
import dev.vertxmesh.routing.rule.RouteRule;
import dev.vertxmesh.routing.rule.RouteStep;
import dev.vertxmesh.routing.rule.TagRule;
import java.util.ArrayList;
import java.util.List;

/**
 * All rules at a moment.
 *
 * @param consumer who calls, where calls don't say
 * @param isOn whether rules are followed at all; tags of calls are looked at then in any case
 * @param rules in the order in which Dubbo asks them: by tags, of services, of applications
 */
public record RouteRules(
    RouteConsumer consumer,
    boolean isOn,
    List<RouteRule> rules,
    List<ConfiguratorRule> configurators) {

  public static final RouteRules NONE =
      new RouteRules(RouteConsumer.NOBODY, false, List.of(), List.of());

  /**
   * Those of them that have to do with a service.
   *
   * @param service as {@link #spelling} has it
   */
  public ServiceRoutes of(String service, List<RouteCandidate> candidates) {
    List<RouteStep> steps = new ArrayList<>();
    boolean isTagged = false;
    for (RouteRule rule : rules) {
      boolean isTags = rule instanceof TagRule;
      if (rule.concerns(service, consumer.application(), candidates) && !(isTags && isTagged)) {
        isTagged |= isTags;
        steps.addAll(rule.over(candidates));
      }
    }
    if (!isTagged && (isOn || candidates.stream().anyMatch(RouteRules::hasTag))) {
      steps.addAll(0, TagRule.ofThemselves().over(candidates));
    }
    List<ConfiguratorRule.Item> items = new ArrayList<>();
    configurators.forEach(
        one -> items.addAll(one.of(service, consumer.application(), consumer.host(), candidates)));
    return steps.isEmpty() && items.isEmpty()
        ? ServiceRoutes.NONE
        : ServiceRoutes.of(candidates, steps, items);
  }

  /** As rules name a service: {@code [GROUP/]INTERFACE[:VERSION]}. */
  public static String spelling(ServiceKey service) {
    return (service.group().isEmpty() ? "" : service.group() + "/")
        + service.interfaceName()
        + (service.version().isEmpty() ? "" : ":" + service.version());
  }

  private static boolean hasTag(RouteCandidate candidate) {
    return !candidate.parameters().getOrDefault(RouteRequest.TAG, "").isEmpty();
  }
}
