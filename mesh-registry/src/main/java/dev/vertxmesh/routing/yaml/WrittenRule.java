package dev.vertxmesh.routing.yaml;

import dev.vertxmesh.routing.rule.ConfiguratorRule;
import dev.vertxmesh.routing.rule.RouteRule;
import java.util.Optional;

/** A rule that was read: one that routes, or one that configures. */
public record WrittenRule(
    boolean isEnabled, Optional<RouteRule> route, Optional<ConfiguratorRule> configurator) {

  static WrittenRule of(boolean isEnabled, RouteRule route) {
    return new WrittenRule(isEnabled, Optional.of(route), Optional.empty());
  }

  static WrittenRule of(boolean isEnabled, ConfiguratorRule configurator) {
    return new WrittenRule(isEnabled, Optional.empty(), Optional.of(configurator));
  }
}
