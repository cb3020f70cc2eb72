package dev.vertxmesh.discovery.etcd.v3;

import dev.vertxmesh.discovery.etcd.SkippedEntries;
import java.lang.System.Logger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The texts of routing rules by their names, as far as there's room for them. Knows no clock: times
 * are milliseconds that only go forwards. Not thread-safe, but for {@link #skipped}.
 */
final class RuleTexts {

  private static final Logger LOG = System.getLogger(RuleTexts.class.getName());

  /** What else stands in Dubbo's configuration centre, its properties, is no rule. */
  private static final Pattern NAME =
      Pattern.compile("[^/]{1,1000}\\.(tag-router|condition-router|configurators|script-router)");

  /** A text's objects, without its characters. */
  private static final int BYTES_A_RULE = 250;

  private static final long HERE = Long.MAX_VALUE;

  private record Rule(String text, long missingSince) {}

  private final long room;
  private final Map<String, Rule> rules = new HashMap<>();
  private final SkippedEntries problems = new SkippedEntries();
  private volatile Map<String, String> skipped = Map.of();
  private long taken;

  /**
   * @param room in bytes of heap
   */
  RuleTexts(long room) {
    this.room = room;
  }

  /** Takes all that stands there now; who is missing stays until it's {@link #settle}d. */
  void list(Map<String, String> entries, long now) {
    rules.replaceAll(
        (name, rule) ->
            entries.containsKey(name) || rule.missingSince != HERE
                ? rule
                : new Rule(rule.text, now));
    problems.retain(entries.keySet());
    entries.forEach(this::take);
    note();
  }

  /**
   * Takes a change.
   *
   * @param text null if it's gone
   */
  void put(String name, String text) {
    if (text == null) {
      forget(name);
      problems.remove(name);
    } else {
      take(name, text);
    }
    note();
  }

  private void take(String name, String text) {
    if (!NAME.matcher(name).matches()) {
      return;
    }
    Rule before = rules.get(name);
    long more = bytes(name, text) - (before == null ? 0 : bytes(name, before.text));
    if (taken + more > room) {
      problems.put(
          name,
          "it takes %d bytes and those before it %d, expected at most %d together"
              .formatted(bytes(name, text), taken, room));
    } else {
      taken += more;
      rules.put(name, new Rule(text, HERE));
      problems.remove(name);
    }
  }

  private static long bytes(String name, String text) {
    return BYTES_A_RULE + 2L * (name.length() + text.length());
  }

  private void forget(String name) {
    Rule gone = rules.remove(name);
    taken -= gone == null ? 0 : bytes(name, gone.text);
  }

  private void note() {
    problems.report(LOG);
    skipped = problems.some();
  }

  /** Lets those go who are missing since then, or for longer. */
  void settle(long latest) {
    List.copyOf(rules.keySet()).stream()
        .filter(name -> rules.get(name).missingSince <= latest)
        .forEach(this::forget);
  }

  /** All that count. */
  Map<String, String> all() {
    Map<String, String> all = new HashMap<>();
    rules.forEach((name, rule) -> all.put(name, rule.text));
    return all;
  }

  /** Why some aren't taken. On any thread. */
  Map<String, String> skipped() {
    return skipped;
  }
}
