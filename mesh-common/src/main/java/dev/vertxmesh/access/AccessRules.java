package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Networks;
import dev.vertxmesh.access.who.Who;
import dev.vertxmesh.call.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What callers may call: the first rule that is for caller and call counts, and once there's a rule
 * what none is for is denied. Immutable. A question costs some look-ups and what few rules are left
 * by them, however many there are.
 */
final class AccessRules {

  /** No rules: all may call all. */
  static final AccessRules NONE = new AccessRules(List.of(), new Networks());

  private final List<AccessRule> all;
  private final Networks networks;
  private final boolean hasTags;
  private final Set<String> guarded;

  /** Rules for one name or group, by it. */
  private final Map<String, RuleIndex> named = new HashMap<>();

  /** Those that are for others, too. */
  private final RuleIndex open = new RuleIndex();

  AccessRules(List<AccessRule> rules, Networks networks) {
    this.all = List.copyOf(rules);
    this.networks = networks;
    this.hasTags = rules.stream().anyMatch(rule -> !rule.tags().isEmpty());
    this.guarded =
        rules.stream().flatMap(rule -> rule.may().stream()).collect(Collectors.toUnmodifiableSet());
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

  /** In the order of their numbers. */
  List<AccessRule> all() {
    return all;
  }

  int size() {
    return all.size();
  }

  /** Whether the tag of a call matters. */
  boolean hasTags() {
    return hasTags;
  }

  /** Attachments that only those may set of whom a rule says so, in lower case. */
  Set<String> guarded() {
    return guarded;
  }

  /**
   * One of them that a call has and its caller may not set; null if there's none.
   *
   * @param may what the caller may set, in lower case
   */
  String unallowed(Call call, Set<String> may) {
    if (guarded.isEmpty()) {
      return null;
    }
    for (String given : call.attachments().keySet()) {
      boolean isJson = given.startsWith(Call.JSON_ATTACHMENT);
      String name =
          (isJson ? given.substring(Call.JSON_ATTACHMENT.length()) : given)
              .toLowerCase(Locale.ROOT);
      if (guarded.contains(name) && !may.contains(name)) {
        return name;
      }
    }
    for (String name : call.record().carried()) {
      if (guarded.contains(name) && !may.contains(name)) {
        return name;
      }
    }
    return null;
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
    if (all.isEmpty()) {
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
