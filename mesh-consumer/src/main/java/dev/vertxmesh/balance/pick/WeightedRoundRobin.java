package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;
import java.util.random.RandomGenerator;

/**
 * Smooth weighted round robin: everybody has a turn once in a period that is the inverse of its
 * weight, so shares are exact and nobody is picked in a burst. It costs the same for ten and for
 * ten thousand members, see {@link CalendarQueue}.
 *
 * <p>Who isn't usable sits out, and so does who has no credit or is held back while somebody else
 * isn't. Sitting out neither gains nor pays, so nobody returns with a backlog of turns. The order
 * begins at a random place: a thousand consumers that start together don't all begin with the same
 * endpoint.
 */
public final class WeightedRoundRobin implements Picker {

  /** Says who has enough to do already. */
  @FunctionalInterface
  public interface Brake {

    Brake NONE = member -> false;

    boolean holdsBack(Member member);
  }

  /** How many are asked for credit before one is taken that has none. */
  private static final int MOST_ASKED = 32;

  /** Multiples of it, less their whole part, are spread evenly however many they are. */
  private static final double GOLDEN = 0.6180339887498949;

  private final Member[] members;
  private final Brake brake;
  private final CalendarQueue calendar;
  private final int[] out;
  private int outSize;
  private int outNext;
  private final int[] aside;
  private double phase;

  public WeightedRoundRobin(Member[] members, Brake brake, RandomGenerator random) {
    this.members = members;
    this.brake = brake;
    this.calendar = new CalendarQueue(members.length);
    this.out = new int[members.length];
    this.aside = new int[Math.min(MOST_ASKED, members.length)];
    this.phase = random.nextDouble();
    reweigh();
    for (int i = 0; i < members.length; i++) {
      calendar.add(i, nextPhase());
    }
  }

  @Override
  public void reweigh() {
    double sum = 0;
    for (int i = 0; i < members.length; i++) {
      sum += calendar.size() == 0 || calendar.contains(i) ? members[i].weight() : 0;
    }
    for (int i = 0; i < members.length; i++) {
      calendar.period(i, sum / members[i].weight());
    }
  }

  @Override
  public Member pick(long key) {
    if (outSize > 0) {
      askOneThatIsOut();
    }
    int asideSize = 0;
    long begin = calendar.today();
    while (asideSize < aside.length) {
      int entry = calendar.poll();
      if (entry < 0) {
        break;
      }
      Member member = members[entry];
      if (!member.isUsable()) {
        out[outSize++] = entry;
      } else if (member.endpoint().freeCredit() > 0 && !brake.holdsBack(member)) {
        calendar.again(entry);
        passOver(asideSize);
        return member;
      } else {
        aside[asideSize++] = entry;
      }
    }
    return asideSize == 0 ? lastResort() : firstOf(asideSize, begin);
  }

  /** They lose their turn. */
  private void passOver(int asideSize) {
    for (int i = 0; i < asideSize; i++) {
      calendar.again(aside[i]);
    }
  }

  /** Nobody has credit: as if it weren't asked for. */
  private Member firstOf(int asideSize, long begin) {
    calendar.rewind(begin);
    for (int i = asideSize - 1; i > 0; i--) {
      calendar.restore(aside[i]);
    }
    calendar.again(aside[0]);
    return members[aside[0]];
  }

  private void askOneThatIsOut() {
    outNext = outNext + 1 < outSize ? outNext + 1 : 0;
    if (members[out[outNext]].isUsable()) {
      takeIn(outNext);
    }
  }

  private void takeIn(int place) {
    calendar.add(out[place], nextPhase());
    out[place] = out[--outSize];
  }

  /** Nobody is left; somebody may have come back who wasn't asked yet. */
  private Member lastResort() {
    for (int place = outSize - 1; place >= 0; place--) {
      if (members[out[place]].isUsable()) {
        takeIn(place);
      }
    }
    int entry = calendar.poll();
    if (entry < 0) {
      return null;
    }
    calendar.again(entry);
    return members[entry];
  }

  private double nextPhase() {
    phase += GOLDEN;
    phase -= (int) phase;
    return phase;
  }
}
