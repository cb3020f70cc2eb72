package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Member;

/** Sets the members' weights and capacities; asked anew every tenth of a second or so. */
@FunctionalInterface
interface WeightPolicy {

  /**
   * @param usualNanos how long an endpoint has a call, the median of all; 0 when nobody knows
   * @param now in nanoseconds
   */
  void weigh(Member[] members, double usualNanos, long now);
}
