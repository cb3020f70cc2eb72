package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.EndpointStats;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.Picker;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.TriedEndpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A service's endpoints and how its calls are spread over them. Belongs to one event loop. Times
 * are nanoseconds of a monotonic clock, handed in.
 *
 * <p>Weights are looked at anew every tenth of a second at most, less often the more members there
 * are, and members are compared every second; both when a call comes.
 */
public final class Group {

  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long TICK_NANOS_EACH = TimeUnit.MICROSECONDS.toNanos(100);
  private static final long COMPARE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Over these times a half is forgotten. */
  private static final double COUNTS_HALF_NANOS = 10e9;

  private static final double AVERAGES_HALF_NANOS = 30e9;

  /** Of who is called rarely less is forgotten: a half over this many calls of a usual share. */
  private static final double AVERAGES_HALF_CALLS = 50;

  private static final double MOST_HALF_NANOS = 300e9;
  private static final double RATE_REACH_NANOS = 10e9;
  private static final double RECENT_REACH_NANOS = 1e9;

  private final GroupSettings settings;
  private final WeightPolicy weighing;
  private final Ejector ejector;
  private final Totals totals = new Totals();
  private List<? extends Endpoint> endpoints = List.of();
  private Departure departure = Departure.UNKNOWN;
  private Member[] members = {};
  private int[] registered = {};
  private double[] sorted = {};
  private Picker picker;
  private double usualServiceNanos;
  private double usualLatencyNanos;
  private long tickedAt;
  private long comparedAt;
  private long calls;
  private final CallRate rate = new CallRate(RATE_REACH_NANOS);
  private final CallRate recentRate = new CallRate(RECENT_REACH_NANOS);
  private boolean probe;

  public Group(ServiceKey service, GroupSettings settings) {
    this.settings = settings;
    this.weighing = settings.weighing();
    this.ejector = new Ejector(service, settings.ejection(), settings.observer());
  }

  /** Takes the present endpoints. Those that stay keep what is known of them. */
  public void update(List<? extends Endpoint> present, long now) {
    if (endpoints.isEmpty()) { // nobody has been called since the last look
      tickedAt = now;
      comparedAt = now;
    }
    if (present.isEmpty() && !endpoints.isEmpty()) {
      departure = Departure.of(endpoints, now);
    }
    boolean same = present.equals(endpoints) && !anyRestarted();
    endpoints = present;
    if (!same) {
      members = members(present, now);
      sorted = new double[members.length];
      ejector.members(members);
    }
    int[] weights = present.stream().mapToInt(Endpoint::weight).toArray();
    boolean reweighed = !Arrays.equals(weights, registered);
    registered = weights;
    if (!same || reweighed) {
      weigh(now);
    }
    boolean outdated = !same || reweighed && settings.mode() == BalanceMode.HASH;
    if (outdated && members.length > 0) {
      picker = settings.picker(members, totals);
    }
  }

  private boolean anyRestarted() {
    return Arrays.stream(members).anyMatch(member -> member.isRestarted());
  }

  /** One that was restarted is another one. */
  private Member[] members(List<? extends Endpoint> present, long now) {
    Map<Endpoint, Member> known = new IdentityHashMap<>();
    for (Member member : members) {
      known.put(member.endpoint(), member);
    }
    return present.stream()
        .map(
            endpoint -> {
              Member member = known.get(endpoint);
              return member == null || member.isRestarted() ? new Member(endpoint, now) : member;
            })
        .toArray(Member[]::new);
  }

  /**
   * Chooses who gets a call.
   *
   * @param key what the call is spread by; {@link dev.vertxmesh.balance.pick.HashKey#NONE} if by
   *     nothing
   * @return null when nobody can be reached
   */
  public Member pick(long key, long now) {
    if (members.length == 0) {
      return null;
    }
    tickIfDue(now);
    Member probed = ejector.probe(now);
    probe = probed != null;
    if (probe) {
      return probed;
    }
    Member picked = picker.pick(key);
    if (picked == null && ejector.hasEjected()) {
      ejector.weighPanic(); // the others are gone: better one that's sick than none
      picked = picker.pick(key);
    }
    return picked;
  }

  /**
   * Chooses who gets a call that others have, or have had. Never probes.
   *
   * @param key as in {@link #pick}
   * @param tried the members that it was {@link #begun begun} at; the call won't go there again
   * @return null when nobody else can be reached
   */
  public Member pickOther(long key, Collection<? extends TriedEndpoint> tried, long now) {
    probe = false;
    if (members.length == 0) {
      return null;
    }
    tickIfDue(now);
    passOver(tried, true);
    try {
      Member picked = picker.pick(key);
      return picked == null ? anybodyElse() : picked;
    } finally {
      passOver(tried, false);
    }
  }

  private static void passOver(Collection<? extends TriedEndpoint> tried, boolean isPassedOver) {
    tried.forEach(endpoint -> endpoint.passedOver(isPassedOver));
  }

  /** Better one that's sick than none. */
  private Member anybodyElse() {
    for (Member member : members) {
      if (member.isBetterThanNone()) {
        return member;
      }
    }
    return null;
  }

  /** Whether it matters by what a call is spread. */
  public boolean isHashing() {
    return settings.isHashing();
  }

  /** Whether the call that was picked for last tries somebody who was ejected. */
  public boolean isProbe() {
    return probe;
  }

  /** A call goes to a member. */
  public void begun(Member member) {
    member.stats().begun();
    totals.inFlight++;
    calls++;
  }

  /**
   * A call has ended.
   *
   * @param isProbe whether it was one that tried somebody who was ejected
   * @param took how long it was away
   */
  public void ended(Member member, boolean isProbe, Outcome outcome, long took, long now) {
    totals.inFlight--;
    // a stream's end is no part of what was taken, and of what the endpoint says it is
    long served = Math.min(member.endpoint().serviceNanos(), took);
    member.stats().ended(outcome, took, served, now);
    if (outcome.isLeast() && took > usualLatencyNanos) {
      member.stats().outlasted(took, now);
    }
    if (isProbe) {
      ejector.probed(member, outcome, took, usualLatencyNanos, now);
    } else {
      ejector.ended(member, outcome, now);
    }
  }

  private void tickIfDue(long now) {
    if (now - tickedAt >= TICK_NANOS + TICK_NANOS_EACH * members.length) {
      tick(now);
    }
  }

  private void tick(long now) {
    double since = now - tickedAt;
    tickedAt = now;
    usualServiceNanos = median(EndpointStats::serviceNanos);
    rate.add(calls, since);
    recentRate.add(calls, since);
    calls = 0;
    double keptCounts = Math.pow(0.5, since / COUNTS_HALF_NANOS);
    double keptAverages = Math.pow(0.5, since / averagesHalfNanos());
    for (Member member : members) {
      member.stats().forget(keptCounts, keptAverages, usualServiceNanos);
    }
    if (now - comparedAt >= COMPARE_NANOS) {
      comparedAt = now;
      usualLatencyNanos = median(EndpointStats::latencyNanos);
      ejector.compare(usualLatencyNanos, now);
    }
    if (ejector.hasEjected()) {
      ejector.weighPanic(); // others may have come or gone
    }
    weigh(now);
    picker.reweigh();
  }

  private double averagesHalfNanos() {
    double nanos = AVERAGES_HALF_CALLS * members.length / Math.max(rate.perNano(), 1e-12);
    return Math.max(AVERAGES_HALF_NANOS, Math.min(MOST_HALF_NANOS, nanos));
  }

  private void weigh(long now) {
    weighing.weigh(members, usualServiceNanos, now);
    totals.capacity = 0;
    double weights = 0;
    for (Member member : members) {
      if (member.isUsable()) {
        totals.capacity += member.capacity();
        weights += member.weight();
      }
    }
    totals.usualInFlight = weights > 0 ? recentRate.perNano() * usualLatencyNanos / weights : 0;
  }

  @FunctionalInterface
  private interface Figure {
    double of(EndpointStats stats);
  }

  /** Of those that have answered, and the lower of two; 0 when nobody has. */
  private double median(Figure figure) {
    int known = 0;
    for (Member member : members) {
      if (member.stats().samples() > 0) {
        sorted[known++] = figure.of(member.stats());
      }
    }
    if (known == 0) {
      return 0;
    }
    Arrays.sort(sorted, 0, known);
    return sorted[(known - 1) / 2];
  }

  public List<? extends Endpoint> endpoints() {
    return endpoints;
  }

  /** How it was when the last of them left. */
  Departure departure() {
    return departure;
  }

  /** What is known of the members now. */
  public List<MemberView> view(long now) {
    double sum = Arrays.stream(members).filter(Member::isUsable).mapToDouble(Member::weight).sum();
    List<MemberView> views = new ArrayList<>();
    for (Member member : members) {
      views.add(MemberView.of(member, sum, now));
    }
    return views;
  }
}
