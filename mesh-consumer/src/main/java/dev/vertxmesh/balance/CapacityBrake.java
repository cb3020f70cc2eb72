package dev.vertxmesh.balance;

/**
 * Holds back who has more than twice as many calls in flight as the others have for their capacity,
 * and two more: one that hangs, of which no reply will ever tell. It's the bound of consistent
 * hashing with bounded loads, where the bound is the others' mean: one that hangs among two doesn't
 * lift its own.
 */
final class CapacityBrake implements WeightedRoundRobin.Brake {

  private static final int SLACK = 2;
  private static final double TIMES = 2;

  private final Totals totals;

  CapacityBrake(Totals totals) {
    this.totals = totals;
  }

  @Override
  public boolean holdsBack(Member member) {
    int own = member.stats().inFlight();
    if (own < SLACK) {
      return false;
    }
    double othersCapacity = totals.capacity - member.capacity();
    double others = totals.inFlight - own;
    return (own - SLACK) * othersCapacity > TIMES * others * member.capacity();
  }
}
