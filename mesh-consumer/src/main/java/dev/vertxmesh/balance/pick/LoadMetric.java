package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;

/** How much a member has to do; of two the one with less is picked. */
@FunctionalInterface
public interface LoadMetric {

  /**
   * Calls in flight for each unit of weight. Of all services: an endpoint that is stuck with one
   * service's calls isn't the place for another's.
   */
  LoadMetric IN_FLIGHT = (member, weight) -> member.endpoint().inFlight() / weight;

  /**
   * How long the calls that are there will take, and this one: Finagle's PeakEwma. Weights count
   * for the calls in flight only, because those compared were drawn by weight already.
   */
  LoadMetric PEAK_EWMA =
      (member, weight) -> member.stats().peakNanos() * (member.endpoint().inFlight() / weight + 1);

  /**
   * @param weight the member's, where 1 is the mean of all
   */
  double of(Member member, double weight);
}
