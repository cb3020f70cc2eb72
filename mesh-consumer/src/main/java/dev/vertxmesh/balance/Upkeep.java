package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.EndpointStats;
import dev.vertxmesh.balance.endpoint.Member;
import java.util.concurrent.TimeUnit;

/** What is looked at among a service's members now and then, when a call comes. */
final class Upkeep {

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

  private final WeightPolicy weighing;
  private final Ejector ejector;
  private final Totals totals;
  private final Median median = new Median();
  private final CallRate rate = new CallRate(RATE_REACH_NANOS);
  private final CallRate recentRate = new CallRate(RECENT_REACH_NANOS);
  private double usualServiceNanos;
  private double usualLatencyNanos;
  private long tickedAt;
  private long comparedAt;
  private long calls;

  Upkeep(GroupSettings settings, Ejector ejector, Totals totals) {
    this.weighing = settings.weighing();
    this.ejector = ejector;
    this.totals = totals;
  }

  /** Nobody has been called since the last look. */
  void begin(long now) {
    tickedAt = now;
    comparedAt = now;
  }

  void begun() {
    calls++;
  }

  /** How long calls are away, the median of all; 0 while nobody knows. */
  double usualLatencyNanos() {
    return usualLatencyNanos;
  }

  boolean isDue(int members, long now) {
    return now - tickedAt >= TICK_NANOS + TICK_NANOS_EACH * members;
  }

  void tick(Member[] members, long now) {
    double since = now - tickedAt;
    tickedAt = now;
    usualServiceNanos = median.of(members, EndpointStats::serviceNanos);
    rate.add(calls, since);
    recentRate.add(calls, since);
    calls = 0;
    double keptCounts = Math.pow(0.5, since / COUNTS_HALF_NANOS);
    double keptAverages = Math.pow(0.5, since / averagesHalfNanos(members.length));
    for (Member member : members) {
      member.stats().forget(keptCounts, keptAverages, usualServiceNanos);
    }
    if (now - comparedAt >= COMPARE_NANOS) {
      comparedAt = now;
      usualLatencyNanos = median.of(members, EndpointStats::latencyNanos);
      ejector.compare(usualLatencyNanos, now);
    }
    if (ejector.hasEjected()) {
      ejector.weighPanic(); // others may have come or gone
    }
    weigh(members, now);
  }

  private double averagesHalfNanos(int members) {
    double nanos = AVERAGES_HALF_CALLS * members / Math.max(rate.perNano(), 1e-12);
    return Math.max(AVERAGES_HALF_NANOS, Math.min(MOST_HALF_NANOS, nanos));
  }

  void weigh(Member[] members, long now) {
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
}
