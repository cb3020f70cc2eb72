package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;
import java.util.random.RandomGenerator;

/** By chance, each as often as its weight says. */
public final class WeightedRandom implements Picker {

  private final WeightedDraw draw;

  public WeightedRandom(Member[] members, RandomGenerator random) {
    draw = new WeightedDraw(members, random);
  }

  @Override
  public Member pick(long key) {
    return draw.usable();
  }

  @Override
  public void reweigh() {
    draw.reweigh();
  }
}
