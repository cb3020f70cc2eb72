package dev.vertxmesh.routing.rule;

import java.util.BitSet;
import java.util.List;

/** Candidates that a condition holds of; looked at once, unless it asks about who calls. */
final class Destination {

  private final Condition condition;
  private final List<RouteCandidate> all;
  private final BitSet fixed;

  Destination(Condition condition, List<RouteCandidate> all) {
    this.condition = condition;
    this.all = all;
    this.fixed = condition.refersToCaller() ? null : of(null);
  }

  BitSet of(RouteRequest caller) {
    if (fixed != null) {
      return fixed;
    }
    BitSet found = new BitSet(all.size());
    for (int i = 0; i < all.size(); i++) {
      if (condition.holds(all.get(i), caller)) {
        found.set(i);
      }
    }
    return found;
  }
}
