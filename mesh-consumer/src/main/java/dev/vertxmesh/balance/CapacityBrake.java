package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.pick.WeightedRoundRobin;

/**
 * Holds back one that hangs, of which no reply will ever tell: who has more than twice as many
 * calls in flight as the others have for their capacity, and two more. It's the bound of consistent
 * hashing with bounded loads, where the bound is the others' mean: one that hangs among two doesn't
 * lift its own.
 *
 * <p>Where others have few because their calls end at once, as when methods throw, that would send
 * them still more. So it must also be twice as many as there usually are, and two more: the calls
 * that come in the time that one takes (Little's law). While that isn't known it is 0.
 */
record CapacityBrake(Totals totals) implements WeightedRoundRobin.Brake {

  private static final int SLACK = 2;
  private static final double TIMES = 2;

  @Override
  public boolean holdsBack(Member member) {
    int own = member.stats().inFlight();
    if (own < SLACK) {
      return false;
    }
    double othersCapacity = totals.capacity - member.capacity();
    double others = totals.inFlight - own;
    double over = own - SLACK;
    return over * othersCapacity > TIMES * others * member.capacity()
        && over > TIMES * totals.usualInFlight * member.capacity();
  }
}
