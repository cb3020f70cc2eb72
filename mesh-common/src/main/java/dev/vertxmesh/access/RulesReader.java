package dev.vertxmesh.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the list of rules. */
final class RulesReader {

  private static final Set<String> FIELDS = Set.of("who", "services", "tags", "then");
  private static final List<Identity.Kind> NAMED =
      List.of(Identity.Kind.CERTIFICATE, Identity.Kind.KEY, Identity.Kind.TOKEN);
  private static final String WHO =
      "expected certificate:NAME, key:NAME, token:NAME, group:NAME, network:ADDRESS/BITS,"
          + " anonymous, identified or *";

  private final AccessNodes nodes;
  private final List<AccessRule> rules = new ArrayList<>();
  private final List<NetworkRange> networks = new ArrayList<>();

  RulesReader(AccessNodes nodes) {
    this.nodes = nodes;
  }

  /**
   * @param list null for no rules
   * @throws IllegalArgumentException saying what is wrong with them, and where
   */
  AccessRules read(Node list) {
    nodes.list(list).forEach(this::rule);
    return new AccessRules(rules, networks);
  }

  private void rule(Node node) {
    Map<String, Node> fields = nodes.fields(node, "a rule", FIELDS);
    rules.add(
        new AccessRule(
            rules.size() + 1,
            nodes.place(node),
            each(nodes.needed(fields, node, "a rule", "who"), WHO, this::who),
            each(
                nodes.needed(fields, node, "a rule", "services"),
                "package.Service#method",
                CallPattern::parse),
            Set.copyOf(nodes.texts(fields.get("tags"), "a tag")),
            verdict(nodes.needed(fields, node, "a rule", "then"))));
  }

  private <T> List<T> each(Node list, String what, Function<String, T> parse) {
    List<T> parsed = new ArrayList<>();
    for (Node item : nodes.list(list)) {
      String text = nodes.text(item, what);
      try {
        parsed.add(parse.apply(text));
      } catch (IllegalArgumentException e) {
        throw nodes.wrong(item, "given '%s', %s".formatted(text, e.getMessage()));
      }
    }
    if (parsed.isEmpty()) {
      throw nodes.wrong(list, "the list is empty; a rule for all says *");
    }
    return List.copyOf(parsed);
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

  private Who who(String text) {
    switch (text) {
      case "*":
        return new Who(Who.Type.ANYBODY, "", 0);
      case "identified":
        return new Who(Who.Type.IDENTIFIED, "", 0);
      case "anonymous":
        return new Who(Who.Type.ANONYMOUS, "", 0);
      default:
        break;
    }
    if (text.startsWith(Who.NETWORK)) {
      return new Who(Who.Type.NETWORK, "", network(text.substring(Who.NETWORK.length())));
    }
    boolean named =
        text.startsWith(Who.GROUP)
            || NAMED.stream().anyMatch(kind -> text.startsWith(kind.label() + ":"));
    if (!named || text.endsWith(":")) {
      throw new IllegalArgumentException(WHO);
    }
    if (text.startsWith(Who.GROUP)) {
      return new Who(Who.Type.GROUP, text, 0);
    }
    int star = text.indexOf('*');
    if (star < 0) {
      return new Who(Who.Type.NAME, text, 0);
    } else if (star < text.length() - 1) {
      throw new IllegalArgumentException("expected a * at the end only");
    }
    return new Who(Who.Type.BEGINNING, text.substring(0, star), 0);
  }

  private int network(String text) {
    for (int i = 0; i < networks.size(); i++) {
      if (networks.get(i).text().equals(text)) {
        return i;
      }
    }
    if (networks.size() == AccessRules.MOST_NETWORKS) {
      throw new IllegalArgumentException(
          "expected %d networks at most".formatted(AccessRules.MOST_NETWORKS));
    }
    networks.add(NetworkRange.parse(text));
    return networks.size() - 1;
  }
}
