package dev.vertxmesh.balance;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.pick.Picker;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.ServiceRoutes;
import dev.vertxmesh.routing.rule.RouteCandidate;
import dev.vertxmesh.routing.rule.RouteRequest;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * A service's members where rules, or the zone that is near, say who may have a call. Each set of
 * members that rules have left so far has a picker of its own, so that its calls are spread as
 * evenly as those of a whole service. Belongs to one event loop.
 */
final class RoutedMembers {

  /** Sets that are remembered; beyond these all are forgotten, and begin anew. */
  private static final int MOST_CHOICES = 1_024;

  /** Members that those sets have in sum, or so many times the service's where that's more. */
  private static final int MOST_REMEMBERED = 4_096;

  private static final int MOST_TIMES = 16;

  /** Of more members it isn't added up for each call what they have in flight. */
  private static final int MOST_ADDED = 32;

  private final Member[] members;
  private final ServiceRoutes routes;
  private final GroupSettings settings;
  private final Totals totals;
  private final Map<BitSet, Choice> choices = new HashMap<>();
  private final BitSet left = new BitSet();
  private int remembered;

  private RoutedMembers(
      Member[] members, ServiceRoutes routes, GroupSettings settings, Totals totals) {
    this.members = members;
    this.routes = routes;
    this.settings = settings;
    this.totals = totals;
  }

  /** Sets what rules have the members weigh, too; null where any member may have any call. */
  static RoutedMembers of(
      ServiceKey service,
      RouteRules rules,
      Member[] members,
      GroupSettings settings,
      Totals totals) {
    List<RouteCandidate> candidates = Arrays.stream(members).map(RoutedMembers::candidate).toList();
    ServiceRoutes routes = rules.of(RouteRules.spelling(service), candidates);
    for (int i = 0; i < members.length; i++) {
      members[i].configured(routes.weight(i));
    }
    boolean isAny = routes.isNone() && !ZoneSplit.divides(members, settings);
    return isAny || members.length == 0
        ? null
        : new RoutedMembers(members, routes, settings, totals);
  }

  /** What can't be read as one isn't where any rule looks. */
  static RouteCandidate candidate(Member member) {
    String key = member.endpoint().key();
    int scheme = key.indexOf("://");
    try {
      HostPort at = HostPort.parse(scheme < 0 ? key : key.substring(scheme + 3));
      return new RouteCandidate(at.host(), at.port(), member.endpoint().tags());
    } catch (IllegalArgumentException e) {
      return new RouteCandidate(key, 0, member.endpoint().tags());
    }
  }

  /** One of them that can be reached, by chance: better one that's sick than none. */
  static Member anybody(Member[] some, RandomGenerator random) {
    int begin = random.nextInt(some.length);
    for (int i = 0; i < some.length; i++) {
      Member member = some[(begin + i) % some.length];
      if (member.isBetterThanNone()) {
        return member;
      }
    }
    return null;
  }

  ServiceRoutes routes() {
    return routes;
  }

  /** Those that may have a call. */
  Choice of(RouteRequest request) {
    if (routes.isNone()) {
      left.set(0, members.length);
    } else {
      routes.route(left, request, settings.random());
    }
    Choice known = choices.get(left);
    if (known == null) {
      known = new Choice(left.stream().mapToObj(place -> members[place]).toArray(Member[]::new));
      remember(known);
    }
    return known;
  }

  private void remember(Choice choice) {
    int most = Math.max(MOST_REMEMBERED, MOST_TIMES * members.length);
    boolean isFull = remembered + choice.some.length > most;
    if (isFull || choices.size() >= MOST_CHOICES) {
      choices.clear();
      remembered = 0;
    }
    choices.put((BitSet) left.clone(), choice);
    remembered += choice.some.length;
  }

  void reweigh() {
    choices.values().forEach(Choice::reweigh);
  }

  /** Members among whom a call is spread. */
  final class Choice implements Predicate<Member> {
    private final Member[] some;
    private final Totals sums = new Totals();
    private final Picker picker;
    private final ZoneSplit zones;
    private int calls;

    Choice(Member[] some) {
      this.some = some;
      this.picker = some.length == 0 ? null : settings.picker(some, sums);
      this.zones =
          ZoneSplit.divides(some, settings)
              ? new ZoneSplit(some, settings, part -> settings.picker(part, sums))
              : null;
    }

    /** Whether it's one of them. */
    @Override
    public boolean test(Member member) {
      for (Member one : some) {
        if (one == member) {
          return true;
        }
      }
      return false;
    }

    /** Null when none of them can be reached. */
    Member pick(long key) {
      if (some.length == 0) {
        return null;
      }
      if (calls-- <= 0) {
        calls = some.length / MOST_ADDED;
        sum();
      }
      Member picked = zones == null ? null : zones.pick(key);
      picked = picked == null ? picker.pick(key) : picked;
      return picked == null ? anybody(some, settings.random()) : picked;
    }

    /** What they have in sum: the whole service's totals tell nothing about a part of it. */
    private void sum() {
      sums.inFlight = 0;
      sums.capacity = 0;
      for (Member member : some) {
        if (member.isUsable()) {
          sums.inFlight += member.stats().inFlight();
          sums.capacity += member.capacity();
        }
      }
      sums.usualInFlight = totals.usualInFlight;
    }

    void reweigh() {
      if (picker != null) {
        picker.reweigh();
      }
      if (zones != null) {
        zones.reweigh();
      }
    }
  }
}
