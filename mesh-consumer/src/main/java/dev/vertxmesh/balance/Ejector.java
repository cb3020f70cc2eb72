package dev.vertxmesh.balance;

import dev.vertxmesh.balance.EjectionObserver.Cause;
import dev.vertxmesh.balance.endpoint.Ejection;
import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.EndpointStats;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.call.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Leaves out the endpoints of a service that are sick: that fail several times in a row, fail more
 * often than their peers, or are far slower than those. Not more than a part of all; and when most
 * of those that can be reached are ejected, nobody is left out for it, because then it isn't the
 * endpoints, or there is nobody better (Envoy calls it panic).
 *
 * <p>After its time a single call goes to the endpoint. If that's answered, it's back; if not, it
 * is left out for twice as long. That call is never one that is made again: who was unlucky once
 * isn't sent to the sick. No timer runs: everything is looked at when calls come.
 */
final class Ejector {

  static final Predicate<Member> ANYBODY = member -> true;

  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final int LEAST_CALLS = 20;
  private static final int LEAST_SAMPLES = 16;

  private final ServiceKey service;
  private final EjectionOptions options;
  private final EjectionObserver observer;
  private final List<Member> out = new ArrayList<>();
  private Member[] members = {};
  private int next;
  private boolean panic;

  Ejector(ServiceKey service, EjectionOptions options, EjectionObserver observer) {
    this.service = service;
    this.options = options;
    this.observer = observer;
  }

  void members(Member[] all) {
    members = all;
    out.clear();
    for (Member member : all) {
      if (member.ejection().isEjected()) {
        out.add(member);
      }
    }
    weighPanic();
  }

  /**
   * One whose time is over: this call tries whether it's well. Null if there's none.
   *
   * @param mayHaveIt whether the call may go to a member at all
   */
  Member probe(long now, Predicate<Member> mayHaveIt) {
    if (out.isEmpty()) {
      return null;
    }
    next = next + 1 < out.size() ? next + 1 : 0;
    Member member = out.get(next);
    boolean isDue = member.ejection().isProbeDue(now) && takesCalls(member.endpoint());
    if (!isDue || !mayHaveIt.test(member)) {
      return null;
    }
    member.ejection().toProbing(now + MOST_NANOS);
    return member;
  }

  /** An agent whose provider is away has no credit: until it has, a probe would only fail. */
  private static boolean takesCalls(Endpoint endpoint) {
    return endpoint.isOpen() && endpoint.freeCredit() > 0;
  }

  /** A call has ended, and is in the member's statistics already. */
  void ended(Member member, Outcome outcome, long now) {
    int inARow = member.stats().failuresInARow();
    if (outcome == Outcome.FAILED && options.failures() > 0 && inARow >= options.failures()) {
      eject(member, Cause.FAILURES_IN_A_ROW, inARow + " failures in a row", now);
    }
  }

  /** The single call that tried has ended. */
  void probed(Member member, Outcome outcome, long took, double usualNanos, long now) {
    Ejection ejection = member.ejection();
    if (!ejection.isEjected()) {
      return; // the endpoint is another one by now
    }
    if (outcome == Outcome.FAILED) {
      goOn(member, Cause.PROBE, "the call that tried it failed", now);
    } else if ((outcome.isAnswer() || outcome.isLeast()) && isSlow(took, usualNanos)) {
      goOn(member, Cause.PROBE, "the call that tried it took " + millis(took), now);
    } else if (outcome.isAnswer()) {
      ejection.toBack(now);
      member.stats().clear();
      out.remove(member);
      observer.onReturned(service, member.endpoint().key());
      weighPanic();
    } else if (outcome == Outcome.GIVEN_UP) {
      ejection.toWaiting(now + baseNanos()); // it may hang: not the next caller as well
    } else {
      ejection.toWaiting(now);
    }
  }

  /** Compares the members with one another, once in a while. */
  void compare(double usualNanos, long now) {
    double calls = 0;
    double failures = 0;
    for (Member member : members) {
      calls += member.stats().calls();
      failures += member.stats().failures();
    }
    for (Member member : members) {
      if (!member.ejection().isEjected()) {
        compare(member, calls, failures, usualNanos, now);
      }
    }
  }

  private void compare(Member member, double calls, double failures, double usual, long now) {
    EndpointStats stats = member.stats();
    double own = stats.failures() / stats.calls();
    double peersCalls = calls - stats.calls();
    double peers = peersCalls > 0 ? (failures - stats.failures()) / peersCalls : 0;
    if (options.failingPart() > 0
        && stats.calls() >= LEAST_CALLS
        && own >= options.failingPart() + 2 * peers) {
      String why = "%.0f %% of its calls fail, of its peers' %.0f %%";
      eject(
          member, Cause.FAILURE_RATE, String.format(Locale.ROOT, why, own * 100, peers * 100), now);
    } else if (stats.samples() >= LEAST_SAMPLES && isSlow(stats.latencyNanos(), usual)) {
      String why = "calls take " + millis(stats.latencyNanos()) + ", elsewhere " + millis(usual);
      eject(member, Cause.SLOW, why, now);
    }
  }

  private boolean isSlow(double nanos, double usualNanos) {
    return options.slowTimes() > 0 && usualNanos > 0 && nanos > options.slowTimes() * usualNanos;
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  private void eject(Member member, Cause cause, String why, long now) {
    if (!member.ejection().isEjected() && out.size() < most()) {
      out.add(member);
      goOn(member, cause, why, now);
      weighPanic();
    }
  }

  private void goOn(Member member, Cause cause, String why, long now) {
    long base = baseNanos();
    long lasts = member.ejection().toEjected(why, base, Math.max(base, MOST_NANOS), now);
    long millis = TimeUnit.NANOSECONDS.toMillis(lasts);
    observer.onEjected(service, member.endpoint().key(), cause, why, millis);
  }

  private long baseNanos() {
    return TimeUnit.MILLISECONDS.toNanos(options.baseMillis());
  }

  private int most() {
    if (members.length < 2 || options.mostPart() == 0) {
      return 0;
    }
    return Math.max(1, (int) (members.length * options.mostPart()));
  }

  /** Looks whether most of those that can be reached are ejected. */
  void weighPanic() {
    int open = 0;
    int ejected = 0;
    for (Member member : members) {
      if (member.endpoint().isOpen()) {
        open++;
        ejected += member.ejection().isEjected() ? 1 : 0;
      }
    }
    boolean most = ejected * 2 > open;
    if (most != panic) {
      panic = most;
      observer.onPanic(service, most);
    }
    for (Member member : members) {
      member.ejected(!panic && member.ejection().isEjected());
    }
  }

  boolean hasEjected() {
    return !out.isEmpty();
  }
}
