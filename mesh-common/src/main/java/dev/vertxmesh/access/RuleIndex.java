package dev.vertxmesh.access;

import dev.vertxmesh.access.who.CallPattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rules by what they are about, so that a call is compared with few of them. */
final class RuleIndex {

  private record Entry(AccessRule rule, CallPattern pattern) {}

  private final Map<String, List<Entry>> methods = new HashMap<>();
  private final Map<String, List<Entry>> services = new HashMap<>();

  /** By the length of what a service begins with; the longest is as good as any other. */
  private final TreeMap<Integer, Map<String, List<Entry>>> beginnings = new TreeMap<>();

  /** In the order of the rules' numbers. */
  void add(AccessRule rule) {
    for (CallPattern pattern : rule.calls()) {
      Entry entry = new Entry(rule, pattern);
      if (pattern.isExact()) {
        add(methods, key(pattern.service(), pattern.method()), entry);
      } else if (pattern.anyEnd()) {
        int length = pattern.service().length();
        add(beginnings.computeIfAbsent(length, any -> new HashMap<>()), pattern.service(), entry);
      } else {
        add(services, pattern.service(), entry);
      }
    }
  }

  private static void add(Map<String, List<Entry>> map, String key, Entry entry) {
    map.computeIfAbsent(key, any -> new ArrayList<>(1)).add(entry);
  }

  private static String key(String service, String method) {
    return service + "#" + method;
  }

  /** The first rule for a call that stands before another; that other if there's none. */
  AccessRule first(AccessRule before, Question asked) {
    AccessRule best = first(before, asked, methods.get(asked.exact()));
    best = first(best, asked, services.get(asked.service()));
    for (Map.Entry<Integer, Map<String, List<Entry>>> each : beginnings.entrySet()) {
      if (each.getKey() > asked.service().length()) {
        break;
      }
      best = first(best, asked, each.getValue().get(asked.service().substring(0, each.getKey())));
    }
    return best;
  }

  private static AccessRule first(AccessRule before, Question asked, List<Entry> entries) {
    if (entries == null) {
      return before;
    }
    for (Entry entry : entries) {
      if (before != null && entry.rule().number() >= before.number()) {
        return before;
      }
      if (entry.pattern().matches(asked.service(), asked.method())
          && entry.rule().isFor(asked.identity(), asked.networks(), asked.tag())) {
        return entry.rule();
      }
    }
    return before;
  }
}
