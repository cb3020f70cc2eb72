package dev.vertxmesh.limits;

import java.util.concurrent.atomic.LongAdder;

/**
 * A rule with what it has counted. Counters outlive a change of the file that leaves the rule as it
 * is.
 *
 * @param counters of the whole agent
 * @param refused how many calls had no room, by {@link Bound}
 */
record LiveLimit(LimitRule rule, CounterTable counters, LongAdder[] refused) {

  void refuse(Bound bound) {
    refused[bound.ordinal()].increment();
  }

  long refusals() {
    long all = 0;
    for (LongAdder each : refused) {
      all += each.sum();
    }
    return all;
  }
}
