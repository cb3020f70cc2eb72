package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.CallPattern;
import dev.vertxmesh.access.who.Who;
import dev.vertxmesh.access.who.WhoReader;
import dev.vertxmesh.yaml.YamlNodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the list of rules. */
final class LimitsReader {

  static final int MOST = 10_000;

  /** Of those that can't be found by a name or a group, as each is looked at. */
  static final int MOST_OPEN = 500;

  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "who",
          "except",
          "services",
          "headers",
          "per",
          "calls",
          "burst",
          "bytes",
          "bytes-burst",
          "concurrency",
          "share",
          "shared");
  private static final String RULE = "a limit";
  private static final double LEAST_RATE = 0.001;
  private static final double MOST_RATE = 1e11;

  private final YamlNodes nodes;
  private final WhoReader who;
  private final boolean hasStore;
  private final List<LimitRule> rules = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private int open;

  /**
   * @param hasStore whether there's a store for what is shared
   */
  LimitsReader(YamlNodes nodes, WhoReader who, boolean hasStore) {
    this.hasStore = hasStore;
    this.nodes = nodes;
    this.who = who;
  }

  /**
   * @param list null for no rules
   * @throws IllegalArgumentException saying what is wrong with them, and where
   */
  List<LimitRule> read(Node list) {
    for (Node node : nodes.list(list)) {
      LimitRule rule = rule(node);
      if (!names.add(rule.name())) {
        throw nodes.wrong(node, "there are two limits '%s'".formatted(rule.name()));
      }
      open += LimitsConfig.isOpen(rule.who()) ? 1 : 0;
      if (open > MOST_OPEN) {
        throw nodes.wrong(
            node,
            "expected %d limits at most that aren't for names and groups alone"
                .formatted(MOST_OPEN));
      }
      rules.add(rule);
      if (rules.size() > MOST) {
        throw nodes.wrong(node, "expected %d limits at most".formatted(MOST));
      }
    }
    return rules;
  }

  private LimitRule rule(Node node) {
    Map<String, Node> fields = nodes.fields(node, RULE, FIELDS);
    LimitRule rule =
        new LimitRule(
            name(nodes.needed(fields, node, RULE, "name")),
            each(fields.get("who"), WhoReader.EXPECTED, who::parse, anybody()),
            each(fields.get("except"), WhoReader.EXPECTED, who::parse, List.of()),
            each(
                fields.get("services"),
                "package.Service#method",
                CallPattern::parse,
                List.of(CallPattern.parse("*"))),
            headers(fields.get("headers")),
            each(fields.get("per"), "caller", Distinction::parse, List.of()),
            rate(fields, node, "calls", "burst"),
            rate(fields, node, "bytes", "bytes-burst"),
            (int) number(fields.get("concurrency"), "concurrency", 1, 1_000_000, 0),
            (int) number(fields.get("share"), "share", 1, 100, 0),
            isTrue(fields.get("shared")));
    check(rule, node);
    return rule;
  }

  private void check(LimitRule rule, Node node) {
    boolean counts = rule.calls() != null || rule.bytes() != null || rule.concurrency() > 0;
    if (counts == rule.share() > 0) {
      throw nodes.wrong(
          node,
          "a limit needs calls, bytes or concurrency, or by itself share; given "
              + (counts ? "share and another" : "none of them"));
    } else if (rule.isShared() && !hasStore) {
      throw nodes.wrong(node, "shared: needs redis, which limits don't have");
    } else if (rule.isShared() && rule.calls() == null) {
      throw nodes.wrong(node, "shared: is about calls, and the limit has none");
    }
  }

  private static List<Who> anybody() {
    return List.of(new Who(Who.Type.ANYBODY, "", 0));
  }

  private String name(Node node) {
    String name = nodes.text(node, "a name");
    if (name.length() > 100 || !name.chars().allMatch(c -> c > ' ' && c < 127 && c != '"')) {
      throw nodes.wrong(node, "name: expected up to 100 letters, digits and signs of ASCII");
    }
    return name;
  }

  private <T> List<T> each(Node list, String what, Function<String, T> parse, List<T> without) {
    return list == null
        ? without
        : nodes.each(list, what, parse, "without it the limit is about all");
  }

  private List<LimitRule.HeaderPattern> headers(Node node) {
    if (node == null) {
      return List.of();
    }
    List<LimitRule.HeaderPattern> headers = new ArrayList<>();
    nodes
        .all(node, "headers")
        .forEach(
            (name, value) ->
                headers.add(LimitRule.HeaderPattern.of(name, nodes.text(value, "a value"))));
    return List.copyOf(headers);
  }

  private Rate rate(Map<String, Node> fields, Node rule, String name, String burstName) {
    Node node = fields.get(name);
    Node burst = fields.get(burstName);
    if (node == null) {
      if (burst != null) {
        throw nodes.wrong(rule, "%s: needs %s".formatted(burstName, name));
      }
      return null;
    }
    double perSecond = number(node, name, LEAST_RATE, MOST_RATE, 0);
    double held = Math.max(1, perSecond);
    return new Rate(perSecond, number(burst, burstName, 1, MOST_RATE, held));
  }

  private double number(Node node, String name, double least, double most, double without) {
    if (node == null) {
      return without;
    }
    String text = nodes.text(node, "a number");
    try {
      double number = Double.parseDouble(text);
      boolean isWhole = least != LEAST_RATE;
      if (number >= least && number <= most && (!isWhole || number == Math.rint(number))) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw nodes.wrong(
        node,
        "%s: given '%s', expected a number from %s to %s"
            .formatted(name, text, plain(least), plain(most)));
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? "" + (long) number : "" + number;
  }

  private boolean isTrue(Node node) {
    if (node == null) {
      return false;
    }
    String text = nodes.text(node, "true or false");
    if (!text.equals("true") && !text.equals("false")) {
      throw nodes.wrong(node, "shared: given '%s', expected true or false".formatted(text));
    }
    return text.equals("true");
  }
}
