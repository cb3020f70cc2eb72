package dev.vertxmesh.discovery.etcd.v3;

import dev.vertxmesh.discovery.etcd.SkippedEntries;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Comparator;
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

  /** Room was given back since the last listing that may have left some out for want of it. */
  private boolean freed;

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
    List<String> names = new ArrayList<>(entries.keySet());
    // those that make room first, and then by name: for each agent the same ones fit
    names.sort(
        Comparator.<String>comparingInt(name -> more(name, entries.get(name)) < 0 ? 0 : 1)
            .thenComparing(Comparator.naturalOrder()));
    names.forEach(name -> take(name, entries.get(name)));
    freed = false;
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
    long more = more(name, text);
    Rule before = rules.get(name);
    if (taken + more > room) {
      problems.put(
          name,
          "it takes %d bytes and all others %d, expected at most %d together%s"
              .formatted(
                  bytes(name, text),
                  taken + more - bytes(name, text),
                  room,
                  before == null ? "" : "; what it said before counts"));
      if (before != null) {
        rules.put(name, new Rule(before.text, HERE));
      }
    } else {
      free(-more);
      rules.put(name, new Rule(text, HERE));
      problems.remove(name);
    }
  }

  /** Bytes that it would take besides what it has; under zero if it gives some back. */
  private long more(String name, String text) {
    Rule before = rules.get(name);
    return bytes(name, text) - (before == null ? 0 : bytes(name, before.text));
  }

  private void free(long bytes) {
    taken -= bytes;
    freed |= bytes > 0;
  }

  private static long bytes(String name, String text) {
    return BYTES_A_RULE + 2L * (name.length() + text.length());
  }

  private void forget(String name) {
    Rule gone = rules.remove(name);
    free(gone == null ? 0 : bytes(name, gone.text));
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

  /** Whether there's more room than when some had none. */
  boolean mayFitNow() {
    return freed && problems.size() > 0;
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
