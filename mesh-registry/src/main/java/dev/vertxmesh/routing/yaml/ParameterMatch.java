package dev.vertxmesh.routing.yaml;

import dev.vertxmesh.routing.rule.RouteCandidate;
import java.util.Set;
import java.util.function.Predicate;

/**
 * {@code key: env, value: {exact: gray}}. Regular expressions are refused: one could take minutes.
 */
final class ParameterMatch {

  private static final Set<String> WAYS = Set.of("exact", "prefix", "noempty", "empty", "wildcard");

  private ParameterMatch() {}

  static Predicate<RouteCandidate> read(Fields fields) {
    fields.only(Set.of("key", "value"));
    String key = fields.text("key", "");
    Predicate<String> value = value(fields.field("value"));
    return candidate -> value.test(candidate.value(key));
  }

  static Predicate<String> value(Fields way) {
    if (way.has("regex")) {
      throw new IllegalArgumentException(
          "a regex isn't followed, as it could take any time; expected exact, prefix or wildcard");
    }
    way.only(WAYS);
    if (way.has("exact")) {
      String exact = way.text("exact", "");
      return exact::equals;
    }
    if (way.has("prefix")) {
      String prefix = way.text("prefix", "");
      return value -> value != null && value.startsWith(prefix);
    }
    if (way.has("wildcard")) {
      return wildcard(way.text("wildcard", ""));
    }
    return way.has("noempty")
        ? value -> value != null && !value.isEmpty()
        : value -> value == null || value.isEmpty();
  }

  /** With one star at most. */
  static Predicate<String> wildcard(String pattern) {
    int star = pattern.indexOf('*');
    if (star < 0) {
      return pattern::equals;
    }
    String before = pattern.substring(0, star);
    String after = pattern.substring(star + 1);
    return value -> value != null && value.startsWith(before) && value.endsWith(after);
  }
}
