package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.Picker;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.TriedEndpoint;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.ServiceRoutes;
import dev.vertxmesh.routing.rule.RouteRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A service's endpoints and how its calls are spread over them. Belongs to one event loop. Times
 * are nanoseconds of a monotonic clock, handed in.
 *
 * <p>Weights are looked at anew every tenth of a second at most, less often the more members there
 * are, and members are compared every second; both when a call comes.
 */
public final class Group {

  private final GroupSettings settings;
  private final Ejector ejector;
  private final Totals totals = new Totals();
  private final Upkeep upkeep;
  private List<? extends Endpoint> endpoints = List.of();
  private Departure departure = Departure.UNKNOWN;
  private Member[] members = {};
  private int[] registered = {};

  /** Null while there are no members. */
  private Picker picker;

  private boolean probe;
  private final ServiceKey service;
  private RouteRules rules = RouteRules.NONE;
  private List<Map<String, String>> tags = List.of();

  /** Null where any member may have any call. */
  private RoutedMembers routed;

  public Group(ServiceKey service, GroupSettings settings) {
    this.service = service;
    this.settings = settings;
    this.ejector = new Ejector(service, settings.ejection(), settings.observer());
    this.upkeep = new Upkeep(settings, ejector, totals);
  }

  /** Takes the present endpoints. Those that stay keep what is known of them. */
  public void update(List<? extends Endpoint> present, long now) {
    if (endpoints.isEmpty()) { // nobody has been called since the last look
      upkeep.begin(now);
    }
    if (present.isEmpty() && !endpoints.isEmpty()) {
      departure = Departure.of(endpoints, now);
    }
    List<Map<String, String>> told = present.stream().map(Endpoint::tags).toList();
    boolean retagged = !told.equals(tags);
    tags = told;
    boolean same = present.equals(endpoints) && !anyRestarted();
    endpoints = present;
    if (!same) {
      members = members(present, now);
      ejector.members(members);
    }
    int[] weights = present.stream().mapToInt(Endpoint::weight).toArray();
    boolean reweighed = !Arrays.equals(weights, registered);
    registered = weights;
    boolean outdated = !same || reweighed && settings.mode() == BalanceMode.HASH;
    if (outdated || retagged) {
      route();
    }
    if (!same || reweighed || retagged) {
      upkeep.weigh(members, now);
    }
    if (members.length == 0) {
      picker = null; // a service that's gone is remembered, and holds none of its endpoints
    } else if (outdated) {
      picker = settings.picker(members, totals);
    }
  }

  /** Takes other rules. */
  public void rules(RouteRules others, long now) {
    rules = others;
    int[] before = weights();
    route();
    if (members.length == 0) {
      return;
    }
    upkeep.weigh(members, now);
    if (settings.mode() == BalanceMode.HASH && !Arrays.equals(before, weights())) {
      picker = settings.picker(members, totals); // its ring is made for its weights
    } else {
      picker.reweigh();
    }
  }

  private int[] weights() {
    return Arrays.stream(members).mapToInt(Member::registeredWeight).toArray();
  }

  private void route() {
    routed = RoutedMembers.of(service, rules, members, settings, totals);
  }

  /** Whether rules say, or a zone, who may have a call. */
  boolean isRouted() {
    return routed != null;
  }

  /** What rules make of calls; null if none says anything. */
  ServiceRoutes routes() {
    return routed == null ? ServiceRoutes.NONE : routed.routes();
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

  /** As {@link #pick(RouteRequest, long, long)}, where no rule asks about calls. */
  public Member pick(long key, long now) {
    return pick(null, key, now);
  }

  /**
   * Chooses who gets a call.
   *
   * @param request what rules ask about; null if it isn't {@link #isRouted}
   * @param key what the call is spread by; {@link dev.vertxmesh.balance.pick.HashKey#NONE} if by
   *     nothing
   * @return null when nobody can be reached
   */
  public Member pick(RouteRequest request, long key, long now) {
    probe = false;
    if (members.length == 0) {
      return null;
    }
    tickIfDue(now);
    RoutedMembers.Choice choice = routed == null ? null : routed.of(request);
    Member probed = ejector.probe(now, choice == null ? Ejector.ANYBODY : choice);
    probe = probed != null;
    if (probe) {
      return probed;
    }
    if (choice != null) {
      return choice.pick(key);
    }
    Member picked = picker.pick(key);
    if (picked == null && ejector.hasEjected()) {
      ejector.weighPanic(); // the others are gone: better one that's sick than none
      picked = picker.pick(key);
    }
    return picked;
  }

  /** As {@link #pickOther(RouteRequest, long, Collection, long)}, where no rule asks. */
  public Member pickOther(long key, Collection<? extends TriedEndpoint> tried, long now) {
    return pickOther(null, key, tried, now);
  }

  /**
   * Chooses who gets a call that others have, or have had. Never probes.
   *
   * @param request as in {@link #pick}, and {@code key} likewise
   * @param tried the members that it was {@link #begun begun} at; the call won't go there again
   * @return null when nobody else can be reached
   */
  public Member pickOther(
      RouteRequest request, long key, Collection<? extends TriedEndpoint> tried, long now) {
    probe = false;
    if (members.length == 0) {
      return null;
    }
    tickIfDue(now);
    passOver(tried, true);
    try {
      if (routed != null) {
        return routed.of(request).pick(key);
      }
      Member picked = picker.pick(key);
      return picked == null ? RoutedMembers.anybody(members, settings.random()) : picked;
    } finally {
      passOver(tried, false);
    }
  }

  private static void passOver(Collection<? extends TriedEndpoint> tried, boolean isPassedOver) {
    tried.forEach(endpoint -> endpoint.passedOver(isPassedOver));
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
    upkeep.begun();
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
    if (outcome.isLeast() && took > upkeep.usualLatencyNanos()) {
      member.stats().outlasted(took, now);
    }
    if (isProbe) {
      ejector.probed(member, outcome, took, upkeep.usualLatencyNanos(), now);
    } else {
      ejector.ended(member, outcome, now);
    }
  }

  private void tickIfDue(long now) {
    if (upkeep.isDue(members.length, now)) {
      upkeep.tick(members, now);
      picker.reweigh();
      if (routed != null) {
        routed.reweigh();
      }
    }
  }

  public List<? extends Endpoint> endpoints() {
    return endpoints;
  }

  /** What rules make of a call. */
  RouteView explain(RouteRequest request) {
    return new RouteView(
        Arrays.stream(members).map(member -> RoutedMembers.candidate(member).address()).toList(),
        routes().explain(request, settings.random()),
        routes().timeoutMillis());
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
