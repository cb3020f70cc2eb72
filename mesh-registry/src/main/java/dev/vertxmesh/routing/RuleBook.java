package dev.vertxmesh.routing;

import dev.vertxmesh.routing.rule.ConditionRule;
import dev.vertxmesh.routing.rule.ConfiguratorRule;
import dev.vertxmesh.routing.rule.RouteRule;
import dev.vertxmesh.routing.rule.RuleScope;
import dev.vertxmesh.routing.rule.SplitRule;
import dev.vertxmesh.routing.rule.TagRule;
import dev.vertxmesh.routing.yaml.RuleReader;
import dev.vertxmesh.routing.yaml.WrittenRule;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads rules by their names, and keeps what a rule said last when its text can't be understood any
 * more. Not thread-safe.
 */
public final class RuleBook {

  private static final Logger LOG = System.getLogger(RuleBook.class.getName());

  /** Rules that are read; of more those count whose names come first. */
  public static final int MOST_RULES = 1_000;

  /**
   * A rule that isn't followed as it's written.
   *
   * @param why for a person to read
   * @param isKept whether what it said before still counts
   */
  public record Skipped(String name, String why, boolean isKept) {}

  private record Entry(String text, WrittenRule good, String problem) {}

  private final RouteConsumer consumer;
  private final boolean isOn;
  private Map<String, Entry> entries = new TreeMap<>();

  /**
   * @param consumer who calls, where calls don't say
   * @param isOn whether tags of calls are looked at even where there are no rules
   */
  public RuleBook(RouteConsumer consumer, boolean isOn) {
    this.consumer = consumer;
    this.isOn = isOn;
  }

  /** Takes the texts that there are now, by the rules' names. */
  public RouteRules take(Map<String, String> texts) {
    Map<String, Entry> next = new TreeMap<>();
    new TreeMap<>(texts)
        .forEach(
            (name, text) -> {
              Entry known = entries.get(name);
              if (next.size() >= MOST_RULES) {
                String most = "there are more than %d rules".formatted(MOST_RULES);
                next.put(name, note(name, known, new Entry("", null, most)));
              } else if (known != null && known.text.equals(text)) {
                next.put(name, known);
              } else {
                next.put(name, note(name, known, read(name, text, known)));
              }
            });
    entries = next;
    RouteRules rules = rules();
    int counting = rules.rules().size() + rules.configurators().size();
    LOG.log(Level.INFO, "routing rules: {0} count, {1} skipped", counting, skipped().size());
    return rules;
  }

  private static Entry read(String name, String text, Entry known) {
    try {
      return new Entry(text, RuleReader.read(name, text), "");
    } catch (IllegalArgumentException e) {
      return broken(text, known, e.getMessage());
    } catch (RuntimeException e) { // whatever it is, the other rules are read
      return broken(text, known, "can't be read: " + e);
    }
  }

  private static Entry broken(String text, Entry known, String problem) {
    return new Entry(text, known == null ? null : known.good, problem);
  }

  private static Entry note(String name, Entry known, Entry now) {
    boolean isNews = known == null || !known.problem.equals(now.problem);
    if (isNews && !now.problem.isEmpty()) {
      String kept = now.good == null ? "it's skipped" : "what it said before still counts";
      LOG.log(Level.WARNING, "the rule {0}: {1}; {2}", name, now.problem, kept);
    }
    return now;
  }

  /** Those that aren't followed as they are written. */
  public List<Skipped> skipped() {
    List<Skipped> skipped = new ArrayList<>();
    entries.forEach(
        (name, entry) -> {
          if (!entry.problem.isEmpty()) {
            skipped.add(new Skipped(name, entry.problem, entry.good != null));
          }
        });
    return skipped;
  }

  private RouteRules rules() {
    List<RouteRule> rules = new ArrayList<>();
    List<ConfiguratorRule> configurators = new ArrayList<>();
    for (Entry entry : entries.values()) {
      if (entry.good != null && entry.good.isEnabled()) {
        entry.good.route().ifPresent(rules::add);
        entry.good.configurator().ifPresent(configurators::add);
      }
    }
    rules.sort(Comparator.comparingInt(RuleBook::place)); // stable: else by their names
    configurators.sort(
        Comparator.comparingInt(one -> one.head().scope() == RuleScope.SERVICE ? 1 : 0));
    return new RouteRules(
        consumer, isOn || !entries.isEmpty(), List.copyOf(rules), List.copyOf(configurators));
  }

  private static int place(RouteRule rule) {
    if (rule instanceof TagRule) {
      return 0;
    }
    boolean isKnown = rule instanceof ConditionRule || rule instanceof SplitRule;
    return isKnown && rule.head().scope() == RuleScope.SERVICE ? 1 : 2;
  }
}
