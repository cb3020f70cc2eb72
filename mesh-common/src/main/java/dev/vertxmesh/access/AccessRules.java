package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Networks;
import dev.vertxmesh.access.who.Who;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What callers may call: the first rule that is for caller and call counts, and once there's a rule
 * what none is for is denied. Immutable. A question costs some look-ups and what few rules are left
 * by them, however many there are.
 */
final class AccessRules {

  /** No rules: all may call all. */
  static final AccessRules NONE = new AccessRules(List.of(), new Networks());

  private final int size;
  private final Networks networks;
  private final boolean hasTags;

  /** Rules for one name or group, by it. */
  private final Map<String, RuleIndex> named = new HashMap<>();

  /** Those that are for others, too. */
  private final RuleIndex open = new RuleIndex();

  AccessRules(List<AccessRule> rules, Networks networks) {
    this.size = rules.size();
    this.networks = networks;
    this.hasTags = rules.stream().anyMatch(rule -> !rule.tags().isEmpty());
    rules.forEach(this::add);
  }

  private void add(AccessRule rule) {
    for (Who who : rule.who()) {
      if (who.type() == Who.Type.NAME || who.type() == Who.Type.GROUP) {
        named.computeIfAbsent(who.key(), any -> new RuleIndex()).add(rule);
      } else {
        open.add(rule);
      }
    }
  }

  int size() {
    return size;
  }

  /** Whether the tag of a call matters. */
  boolean hasTags() {
    return hasTags;
  }

  /** Whether it matters where a caller is. */
  boolean hasNetworks() {
    return !networks.isEmpty();
  }

  /** A bit for each network that an address is in. */
  long networksOf(String host) {
    return networks.of(host);
  }

  /** What is to become of a call. */
  Decision decide(Question asked) {
    if (size == 0) {
      return Decision.UNRULED;
    }
    AccessRule rule = open.first(null, asked);
    rule = first(rule, asked, asked.identity().toString());
    for (String group : asked.identity().groups()) {
      rule = first(rule, asked, Who.GROUP + group);
    }
    return rule == null ? Decision.DEFAULT : new Decision(rule.then(), rule);
  }

  private AccessRule first(AccessRule before, Question asked, String key) {
    RuleIndex index = named.get(key);
    return index == null ? before : index.first(before, asked);
  }
}
