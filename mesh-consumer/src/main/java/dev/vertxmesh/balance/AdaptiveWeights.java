package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.EndpointStats;
import dev.vertxmesh.balance.endpoint.Member;

/**
 * Weights that tune themselves: in proportion to the calls that an endpoint gets done in a second.
 *
 * <pre>
 *            limit       usual service time
 * weight  =  -----  x  ----------------------  x  success²  x  registered weight  x  slow start
 *            mean       its own service time
 * </pre>
 *
 * <p>Somebody who works on L calls at a time and has each for S seconds gets L / S of them done in
 * a second (Little's law: J. D. C. Little, "A proof for the queuing formula L = λW", 1961). So
 * shares in this proportion keep everybody equally busy: three providers with 50, 100 and 150
 * threads get 1:2:3, and one that has become ten times slower gets a tenth. The limit is what the
 * endpoint reports; where only some do, the others are taken for average. The service time is what
 * it reports with each reply, or else what this consumer measures.
 *
 * <p>Only answered calls have a service time, so an endpoint that fails at once doesn't look fast,
 * and the square of the part that it answers makes it unattractive well before it is ejected. Calls
 * that it refuses for having too much to do count there as well.
 *
 * <p>Nothing here depends on how many calls are in flight there right now. A thousand consumers
 * that see the same report and all go where it's emptiest make that place the fullest (M.
 * Mitzenmacher, "How useful is old information?", 2000). What may go wrong between two reports is
 * the {@link CapacityBrake}'s to see. Differences as small as chance makes them are shrunk (times
 * that differ by a tenth count as if by a fiftieth), so that equal endpoints stay equal.
 *
 * <p>Nobody's share falls under a hundredth of what it would be, and what wasn't asked for a while
 * is forgotten ({@link EndpointStats#forget}): so one that has recovered is found.
 */
record AdaptiveWeights(SlowStart slowStart) implements WeightPolicy {

  private static final double LEAST = 0.01;
  private static final double MOST = 100;

  /** Where differences begin to count fully: half as much again. */
  private static final double NOISE = Math.log(1.5);

  @Override
  public void weigh(Member[] members, double usualNanos, long now) {
    slowStart.begin(members, now);
    double meanLimit = meanLimit(members);
    for (Member member : members) {
      Endpoint endpoint = member.endpoint();
      int limit = endpoint.reportedLimit();
      double capacity = (limit > 0 ? limit / meanLimit : 1) * member.registeredWeight();
      double warm = capacity * slowStart.factor(member, now);
      member.capacity(warm);
      member.weight(warm * pace(member.stats(), usualNanos));
    }
  }

  /** The limit of who tells none; 1 when nobody does. */
  private static double meanLimit(Member[] members) {
    double sum = 0;
    int told = 0;
    for (Member member : members) {
      int limit = member.endpoint().reportedLimit();
      sum += limit;
      told += limit > 0 ? 1 : 0;
    }
    return told == 0 ? 1 : sum / told;
  }

  /** How much faster than usual it gets calls done. */
  private static double pace(EndpointStats stats, double usualNanos) {
    double own = stats.serviceNanos();
    double speed = own > 0 && usualNanos > 0 ? withoutNoise(usualNanos / own) : 1;
    return Math.max(LEAST, Math.min(MOST, speed * stats.success() * stats.success()));
  }

  static double withoutNoise(double ratio) {
    double difference = Math.log(ratio);
    double size = Math.abs(difference);
    return size >= NOISE ? ratio : Math.exp(difference * size / NOISE);
  }
}
