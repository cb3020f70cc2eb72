package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;
import java.util.random.RandomGenerator;

/**
 * Draws members at random, each as often as its weight says, in O(1): the alias method (A. J.
 * Walker, 1977; M. D. Vose, "A linear algorithm for generating random numbers with a given
 * distribution", 1991). Each slot of the table belongs to one member up to a threshold, and to
 * another above it.
 */
final class WeightedDraw {

  /** How many are drawn before they're looked through. */
  private static final int MOST_DRAWN = 16;

  private static final double WHOLE = 1L << 32;

  private final Member[] members;
  private final RandomGenerator random;
  private final long[] threshold;
  private final int[] alias;
  private final double[] left;
  private final int[] work;

  WeightedDraw(Member[] members, RandomGenerator random) {
    this.members = members;
    this.random = random;
    this.threshold = new long[members.length];
    this.alias = new int[members.length];
    this.left = new double[members.length];
    this.work = new int[members.length];
    reweigh();
  }

  void reweigh() {
    double sum = 0;
    for (Member member : members) {
      sum += member.weight();
    }
    int small = 0;
    int large = members.length;
    for (int i = 0; i < members.length; i++) {
      left[i] = members[i].weight() * members.length / sum;
      work[left[i] < 1 ? small++ : --large] = i;
    }
    while (small > 0 && large < members.length) { // the large fill up the small ones' slots
      int poor = work[--small];
      int rich = work[large];
      slot(poor, left[poor], rich);
      left[rich] -= 1 - left[poor];
      if (left[rich] < 1) {
        large++;
        work[small++] = rich;
      }
    }
    while (small > 0) { // only by rounding
      small--;
      slot(work[small], 1, work[small]);
    }
    while (large < members.length) {
      slot(work[large], 1, work[large]);
      large++;
    }
  }

  private void slot(int entry, double part, int other) {
    threshold[entry] = (long) (part * WHOLE);
    alias[entry] = other;
  }

  /** Anybody, usable or not. */
  private Member draw() {
    long bits = random.nextLong();
    int slot = (int) ((bits >>> 32) * members.length >>> 32);
    return members[(bits & 0xffffffffL) < threshold[slot] ? slot : alias[slot]];
  }

  /**
   * A usable one, and one with credit if there is any.
   *
   * @return null when nobody is usable
   */
  Member usable() {
    for (int drawn = 0; drawn < MOST_DRAWN; drawn++) {
      Member member = draw();
      if (member.isUsable() && member.endpoint().freeCredit() > 0) {
        return member;
      }
    }
    Member withCredit = amongUsable(true);
    return withCredit != null ? withCredit : amongUsable(false);
  }

  /** Most aren't usable: the few that are share by weight what is drawn of their sum. */
  private Member amongUsable(boolean needsCredit) {
    double sum = 0;
    for (Member member : members) {
      sum += counts(member, needsCredit) ? member.weight() : 0;
    }
    double drawn = random.nextDouble() * sum;
    Member last = null;
    for (Member member : members) {
      if (counts(member, needsCredit)) {
        last = member;
        drawn -= member.weight();
        if (drawn < 0) {
          return member;
        }
      }
    }
    return last;
  }

  private static boolean counts(Member member, boolean needsCredit) {
    return member.isUsable() && (!needsCredit || member.endpoint().freeCredit() > 0);
  }
}
