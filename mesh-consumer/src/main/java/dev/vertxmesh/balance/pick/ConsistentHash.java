package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The same key goes the same way, as long as it can: a ring of points, as many for each member as
 * its weight says, and the first usable one at or after the key's place is picked (Karger et al.,
 * "Consistent hashing and random trees", 1997). When a member comes or goes, only its own keys
 * move.
 *
 * <p>Loads are bounded: who has more than a quarter over its share of the calls in flight is passed
 * over, and the key's next one gets the call (Mirrokni, Thorup, Zadimoghaddam, "Consistent hashing
 * with bounded loads", 2016). Weights are the registered ones, because those that change by
 * themselves would move keys.
 */
public final class ConsistentHash implements Picker {

  private static final double BOUND = 1.25;
  private static final int POINTS = 128;
  private static final int MOST_POINTS = 1 << 16;
  private static final int MOST_WEIGHT = 16;

  /** How many points are looked at before anyone usable is taken. */
  private static final int MOST_ASKED = 64;

  private final Member[] members;
  private final long[] points;
  private final int[] owners;
  private final int[] begins;
  private final int shift;
  private final double weights;
  private final InFlight inFlight;
  private final RandomGenerator random;

  /** Calls that the service has in flight. */
  @FunctionalInterface
  public interface InFlight {
    int count();
  }

  public ConsistentHash(Member[] members, InFlight inFlight, RandomGenerator random) {
    this.members = members;
    this.random = random;
    this.inFlight = inFlight;
    double sum = 0;
    for (Member member : members) {
      sum += member.registeredWeight();
    }
    weights = sum;
    long[][] ring = ring(members, sum / members.length);
    points = ring[0];
    owners = Arrays.stream(ring[1]).mapToInt(owner -> (int) owner).toArray();
    int bits = 64 - Long.numberOfLeadingZeros(points.length);
    shift = 64 - bits;
    begins = begins(bits);
  }

  /** Points in their order, and the members that they belong to. */
  private static long[][] ring(Member[] members, double mean) {
    int each = Math.max(4, Math.min(POINTS, MOST_POINTS / members.length));
    int[] counts = new int[members.length];
    int size = 0;
    for (int i = 0; i < members.length; i++) {
      double relative = Math.min(MOST_WEIGHT, members[i].registeredWeight() / mean);
      counts[i] = (int) Math.max(1, Math.round(each * relative));
      size += counts[i];
    }
    // sorted with their owners in the low bits: the order among unsigned numbers
    int ownerBits = 32 - Integer.numberOfLeadingZeros(members.length);
    long ownerMask = (1L << ownerBits) - 1;
    long[] ring = new long[size];
    int at = 0;
    for (int i = 0; i < members.length; i++) {
      long seed = Hash.of(members[i].endpoint().key());
      for (int point = 0; point < counts[i]; point++) {
        ring[at++] = (Hash.mix(seed + point) & ~ownerMask | i) ^ Long.MIN_VALUE;
      }
    }
    Arrays.sort(ring);
    long[] owners = new long[size];
    for (int i = 0; i < size; i++) {
      ring[i] ^= Long.MIN_VALUE;
      owners[i] = ring[i] & ownerMask;
    }
    return new long[][] {ring, owners};
  }

  /** Where the points begin whose first bits are these: with them a place is found in O(1). */
  private int[] begins(int bits) {
    int[] at = new int[1 << bits];
    int point = 0;
    for (int i = 0; i < at.length; i++) {
      while (point < points.length && points[point] >>> shift < i) {
        point++;
      }
      at[i] = point;
    }
    return at;
  }

  @Override
  public Member pick(long callsKey) {
    long key = callsKey == HashKey.NONE ? random.nextLong() : callsKey;
    int at = find(key);
    Member usable = null;
    int most = Math.min(MOST_ASKED, points.length);
    int owner = -1;
    for (int asked = 0; asked < most; asked++, at++) {
      int place = at < points.length ? at : at - points.length;
      if (owners[place] == owner) {
        continue;
      }
      owner = owners[place];
      Member member = members[owner];
      if (member.isUsable()) {
        if (member.endpoint().freeCredit() > 0 && isInBounds(member)) {
          return member;
        }
        usable = usable == null ? member : usable;
      }
    }
    return usable == null ? anybody(key) : usable;
  }

  private boolean isInBounds(Member member) {
    double share = member.registeredWeight() / weights;
    return member.stats().inFlight() < Math.ceil(BOUND * (inFlight.count() + 1) * share);
  }

  private int find(long key) {
    int at = begins[(int) (key >>> shift)];
    while (at < points.length && Long.compareUnsigned(points[at], key) < 0) {
      at++;
    }
    return at < points.length ? at : 0;
  }

  /** Nobody near is usable. */
  private Member anybody(long key) {
    int begin = (int) ((key >>> 32) * members.length >>> 32);
    for (int i = 0; i < members.length; i++) {
      Member member = members[(begin + i) % members.length];
      if (member.isUsable()) {
        return member;
      }
    }
    return null;
  }

  @Override
  public void reweigh() {
    // the registered weights only change with the members
  }
}
