package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Member;

/** As the registry says, less for who has just started. */
record RegisteredWeights(SlowStart slowStart) implements WeightPolicy {

  @Override
  public void weigh(Member[] members, double usualNanos, long now) {
    slowStart.begin(members, now);
    for (Member member : members) {
      double weight = member.registeredWeight() * slowStart.factor(member, now);
      member.weight(weight);
      member.capacity(weight);
    }
  }
}
