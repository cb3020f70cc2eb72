package dev.vertxmesh.routing.yaml;

import dev.vertxmesh.routing.rule.AddressPattern;
import dev.vertxmesh.routing.rule.ConfiguratorRule;
import dev.vertxmesh.routing.rule.RuleHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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
    if (!fields.has("configs")) {
      throw new IllegalArgumentException("configs: there are none");
    }
    List<ConfiguratorRule.Item> items = new ArrayList<>();
    for (Fields one : fields.fields("configs")) {
      one.only(ITEM);
      if (one.flag("enabled", true)) {
        items.add(item(one));
      }
    }
    return new ConfiguratorRule(head, List.copyOf(items));
  }

  private static ConfiguratorRule.Item item(Fields one) {
    Fields parameters = one.field("parameters");
    boolean isConsumers = isConsumers(one);
    List<String> addresses = new ArrayList<>(some(one.texts("addresses")));
    addresses.addAll(matched(one));
    List<String> applications = one.texts("applications");
    List<String> providers = new ArrayList<>(some(one.texts("providerAddresses")));
    providers.addAll(isConsumers ? List.of() : addresses);
    return new ConfiguratorRule.Item(
        isConsumers
            ? new ConfiguratorRule.Callers(patterns(addresses), applications)
            : ConfiguratorRule.Callers.ALL,
        patterns(providers),
        isConsumers ? List.of() : applications,
        one.texts("services"),
        weight(parameters),
        parameters.number("timeout", 0, 0, MOST_MILLIS),
        parameters.has("disabled") ? Boolean.valueOf(parameters.flag("disabled", false)) : null);
  }

  private static boolean isConsumers(Fields one) {
    String side = one.text("side", "provider");
    if (!side.equals("provider") && !side.equals("consumer")) {
      throw new IllegalArgumentException(
          "side: is '%s', expected provider or consumer".formatted(Fields.cut(side)));
    }
    return side.equals("consumer");
  }

  private static int weight(Fields parameters) {
    return parameters.has("weight")
        ? (int) parameters.number("weight", 0, 0, MOST_WEIGHT)
        : ConfiguratorRule.Item.AS_REGISTERED;
  }

  /** Without what stands for all. */
  private static List<String> some(List<String> addresses) {
    return addresses.stream().filter(text -> !text.equals(ANYBODY)).toList();
  }

  private static List<String> matched(Fields one) {
    if (!one.has("match")) {
      return List.of();
    }
    Fields match = one.field("match").only(Set.of("address"));
    Fields address = match.field("address").only(Set.of("wildcard", "exact", "cidr"));
    return List.of(address.text("wildcard", address.text("exact", address.text("cidr", "*"))));
  }

  private static List<AddressPattern> patterns(List<String> addresses) {
    return addresses.stream().map(AddressPattern::parse).toList();
  }
}
