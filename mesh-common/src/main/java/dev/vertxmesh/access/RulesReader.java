package dev.vertxmesh.access;

import dev.vertxmesh.access.who.CallPattern;
import dev.vertxmesh.access.who.WhoReader;
import dev.vertxmesh.yaml.YamlNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the list of rules. */
final class RulesReader {

  private static final Set<String> FIELDS = Set.of("who", "services", "tags", "may", "then");
  private final YamlNodes nodes;
  private final List<AccessRule> rules = new ArrayList<>();
  private final WhoReader who = new WhoReader();

  RulesReader(YamlNodes nodes) {
    this.nodes = nodes;
  }

  /**
   * @param list null for no rules
   * @throws IllegalArgumentException saying what is wrong with them, and where
   */
  AccessRules read(Node list) {
    nodes.list(list).forEach(this::rule);
    return new AccessRules(rules, who.networks());
  }

  private void rule(Node node) {
    Map<String, Node> fields = nodes.fields(node, "a rule", FIELDS);
    rules.add(
        new AccessRule(
            rules.size() + 1,
            nodes.place(node),
            each(nodes.needed(fields, node, "a rule", "who"), WhoReader.EXPECTED, who::parse),
            each(
                nodes.needed(fields, node, "a rule", "services"),
                "package.Service#method",
                CallPattern::parse),
            Set.copyOf(nodes.texts(fields.get("tags"), "a tag")),
            lowerCase(nodes.texts(fields.get("may"), "the name of an attachment")),
            verdict(nodes.needed(fields, node, "a rule", "then"))));
  }

  private <T> List<T> each(Node list, String what, Function<String, T> parse) {
    return nodes.each(list, what, parse, "a rule for all says *");
  }

  private static Set<String> lowerCase(List<String> names) {
    return names.stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Verdict verdict(Node node) {
    String text = nodes.text(node, "allow, deny or log-only");
    for (Verdict verdict : Verdict.values()) {
      if (verdict.label().equals(text)) {
        return verdict;
      }
    }
    throw nodes.wrong(node, "then: given '%s', expected allow, deny or log-only".formatted(text));
  }
}
