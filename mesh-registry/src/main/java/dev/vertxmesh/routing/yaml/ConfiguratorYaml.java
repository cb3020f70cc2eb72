package dev.vertxmesh.routing.yaml;

import dev.vertxmesh.routing.rule.AddressPattern;
import dev.vertxmesh.routing.rule.ConfiguratorRule;
import dev.vertxmesh.routing.rule.RuleHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Configurators, of whose parameters weight, timeout and disabled are followed. */
final class ConfiguratorYaml {

  private static final Set<String> KNOWN =
      Set.of("configVersion", "scope", "enabled", "key", "configs", "force", "runtime");
  private static final Set<String> ITEM =
      Set.of(
          "side",
          "type",
          "enabled",
          "addresses",
          "providerAddresses",
          "services",
          "applications",
          "parameters",
          "match");
  private static final String ANYBODY = "0.0.0.0";

  private static final int MOST_WEIGHT = 10_000;
  private static final long MOST_MILLIS = 86_400_000;

  private ConfiguratorYaml() {}

  static ConfiguratorRule read(RuleHead head, Fields fields) {
    fields.only(KNOWN);
    List<ConfiguratorRule.Item> items = new ArrayList<>();
    for (Fields one : fields.fields("configs")) {
      one.only(ITEM);
      if (one.flag("enabled", true)) {
        items.add(item(one));
      }
    }
    if (items.isEmpty()) {
      throw new IllegalArgumentException("configs: there are none");
    }
    return new ConfiguratorRule(head, List.copyOf(items));
  }

  private static ConfiguratorRule.Item item(Fields one) {
    Fields parameters = one.field("parameters");
    boolean isConsumers = one.text("side", "provider").equals("consumer");
    List<String> whose = new ArrayList<>(one.texts("providerAddresses"));
    if (!isConsumers) {
      whose.addAll(one.texts("addresses"));
    }
    return new ConfiguratorRule.Item(
        addresses(whose, one),
        one.texts("services"),
        (int) parameters.number("weight", 0, 0, MOST_WEIGHT),
        parameters.number("timeout", 0, 0, MOST_MILLIS),
        parameters.has("disabled") ? Boolean.valueOf(parameters.flag("disabled", false)) : null);
  }

  private static List<AddressPattern> addresses(List<String> whose, Fields one) {
    Stream<String> matched = Stream.empty();
    if (one.has("match")) {
      Fields match = one.field("match").only(Set.of("address"));
      Fields address = match.field("address").only(Set.of("wildcard", "exact", "cidr"));
      matched =
          Stream.of(address.text("wildcard", address.text("exact", address.text("cidr", "*"))));
    }
    return Stream.concat(whose.stream().filter(text -> !text.equals(ANYBODY)), matched)
        .map(AddressPattern::parse)
        .toList();
  }
}
