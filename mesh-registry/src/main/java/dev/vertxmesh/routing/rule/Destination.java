package dev.vertxmesh.routing.rule;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Candidates that a condition holds of. They are looked at once; where it asks about who calls,
 * again when that is another than last time. Not thread-safe.
 */
final class Destination {

  private final Condition condition;
  private final List<RouteCandidate> all;
  private final String[] names;
  private final BitSet fixed;
  private String[] latest;
  private BitSet latestFound;

  Destination(Condition condition, List<RouteCandidate> all) {
    this.condition = condition;
    this.all = all;
    this.names = condition.namesOfCaller().toArray(String[]::new);
    this.fixed = names.length > 0 ? null : find(null);
  }

  /** Not to be changed. */
  BitSet of(RouteRequest caller) {
    if (fixed != null) {
      return fixed;
    }
    String[] asked = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      asked[i] = caller.parameter(names[i]);
    }
    if (!Arrays.equals(asked, latest)) {
      latest = asked;
      latestFound = find(caller);
    }
    return latestFound;
  }

  private BitSet find(RouteRequest caller) {
    BitSet found = new BitSet(all.size());
    for (int i = 0; i < all.size(); i++) {
      if (condition.holds(all.get(i), caller)) {
        found.set(i);
      }
    }
    return found;
  }
}
