package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;
import java.util.random.RandomGenerator;

/**
 * Draws two by weight and picks the one with the lesser load: nearly as good as asking all, and
 * without everybody's rushing at the one that looked best a moment ago (M. Mitzenmacher, "The power
 * of two choices in randomized load balancing", 2001). Of two with the same load the one drawn
 * first is taken, so that shares follow the weights while there's little to do.
 */
public final class TwoChoices implements Picker {

  /** How often another than the first is drawn for. */
  private static final int MOST_DRAWN = 4;

  private final Member[] members;
  private final LoadMetric metric;
  private final WeightedDraw draw;
  private double meanWeight;

  public TwoChoices(Member[] members, LoadMetric metric, RandomGenerator random) {
    this.members = members;
    this.metric = metric;
    this.draw = new WeightedDraw(members, random);
    weighMean();
  }

  @Override
  public Member pick(long key) {
    Member first = draw.usable();
    Member second = first;
    for (int drawn = 0; second == first && drawn < MOST_DRAWN; drawn++) {
      second = draw.usable();
    }
    return first == second || load(first) <= load(second) ? first : second;
  }

  private double load(Member member) {
    return metric.of(member, member.weight() / meanWeight);
  }

  @Override
  public void reweigh() {
    draw.reweigh();
    weighMean();
  }

  private void weighMean() {
    double sum = 0;
    for (Member member : members) {
      sum += member.weight();
    }
    meanWeight = sum / members.length;
  }
}
