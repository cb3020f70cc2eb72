package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.rule.RouteRequest;
import dev.vertxmesh.spelling.NearestNames;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Sends a call to one of its service's endpoints. A service that has had endpoints is remembered,
 * so that one that is down is told apart from one that never was.
 */
public final class Balancer implements Caller {

  /** Services that nobody serves any more, of which it's still known that they were there. */
  static final int MOST_GONE = 1_000;

  private final Map<ServiceKey, Group> groups = new LinkedHashMap<>();

  private final Function<ServiceKey, GroupSettings> settings;
  private final HashKey hashKey;
  private final LongSupplier nanoClock;
  private final String where;
  private final Absence absence;
  private RouteRules rules = RouteRules.NONE;

  /** Told with the rules, before any call. */
  private BiFunction<Call, RouteConsumer, RouteRequest> asking;

  /** For a call that others had before, whose words are told: it needs none of its own. */
  private final CallFailure nobodyElse;

  /**
   * @param settings how a service's calls are spread
   * @param hashKey by what, where that's a hash
   * @param where this agent, as failures name it
   * @param absence what is known of services that nobody is known to serve
   */
  public Balancer(
      Function<ServiceKey, GroupSettings> settings,
      HashKey hashKey,
      LongSupplier nanoClock,
      String where,
      Absence absence) {
    this.settings = settings;
    this.hashKey = hashKey;
    this.nanoClock = nanoClock;
    this.where = where;
    this.absence = absence;
    this.nobodyElse = new CallFailure(Status.UNAVAILABLE, where, "nobody else can be reached");
  }

  /** Takes the present truth. Endpoints that stay keep what is known of them. */
  public void update(Map<ServiceKey, ? extends List<? extends Endpoint>> services) {
    long now = nanoClock.getAsLong();
    List<ServiceKey> away =
        groups.keySet().stream().filter(service -> !services.containsKey(service)).toList();
    away.forEach(service -> leave(service, now));
    services.forEach(
        (service, endpoints) ->
            groups.computeIfAbsent(service, this::group).update(endpoints, now));
    forgetOldest();
  }

  /** The last to leave is remembered longest. */
  private void leave(ServiceKey service, long now) {
    Group group = groups.get(service);
    if (!group.endpoints().isEmpty()) {
      groups.remove(service);
      groups.put(service, group);
    }
    group.update(List.of(), now);
  }

  private Group group(ServiceKey service) {
    Group made = new Group(service, settings.apply(service));
    made.rules(rules, nanoClock.getAsLong());
    return made;
  }

  /** Names that come and go don't fill the memory. */
  private void forgetOldest() {
    List<ServiceKey> gone =
        groups.keySet().stream()
            .filter(service -> groups.get(service).endpoints().isEmpty())
            .toList();
    gone.stream().limit(Math.max(0, gone.size() - MOST_GONE)).forEach(groups::remove);
  }

  /**
   * Takes other rules.
   *
   * @param others calls, as rules ask about them
   */
  public void rules(RouteRules now, BiFunction<Call, RouteConsumer, RouteRequest> others) {
    rules = now;
    asking = others;
    long at = nanoClock.getAsLong();
    groups.values().forEach(group -> group.rules(now, at));
  }

  /** How long a call may take whose caller doesn't say, by a rule; 0 if none says. */
  public long timeoutMillis(ServiceKey service) {
    Group group = groups.get(service);
    return group == null ? 0 : group.routes().timeoutMillis();
  }

  /** What rules make of a call of a service; null if nobody knows it. */
  public RouteView explain(ServiceKey service, RouteRequest request) {
    Group group = groups.get(service);
    return group == null ? null : group.explain(request);
  }

  /** Whether the service has, or has had, endpoints. */
  public boolean knows(ServiceKey service) {
    return groups.containsKey(service);
  }

  /** What is known of each service's endpoints now. */
  public Map<ServiceKey, List<MemberView>> view() {
    long now = nanoClock.getAsLong();
    Map<ServiceKey, List<MemberView>> views = new HashMap<>();
    groups.forEach((service, group) -> views.put(service, group.view(now)));
    return views;
  }

  @Override
  public Future<Reply> call(Call call) {
    Group group = groups.get(call.target().service());
    if (group == null) {
      call.payload().release();
      return Future.failedFuture(noService(call));
    }
    long now = nanoClock.getAsLong();
    Member member = choose(group, call, now);
    if (member == null) {
      CallFailure why = call.record().attempts() == 0 ? noEndpoint(call, group) : nobodyElse;
      call.payload().release();
      return Future.failedFuture(why);
    }
    call.takenBy(member, now);
    group.begun(member);
    Ongoing ongoing = new Ongoing(call, group, member, now);
    if (call.exchange() != null) {
      ongoing.watch(call);
    }
    return begin(call, member).onComplete(ongoing);
  }

  private Member choose(Group group, Call call, long now) {
    long key = group.isHashing() ? hashKey.of(call) : HashKey.NONE;
    RouteRequest request = group.isRouted() ? asking.apply(call, rules.consumer()) : null;
    CallRecord record = call.record();
    return record.attempts() == 0
        ? group.pick(request, key, now)
        : group.pickOther(request, key, record.tried(), now);
  }

  /** Whatever happens below, the call ends. */
  private Future<Reply> begin(Call call, Member member) {
    try {
      return member.endpoint().call(call);
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(CallFailure.of(e, where));
    }
  }

  /** A call that a member has. */
  private final class Ongoing implements Completable<Reply> {
    private final Call call;
    private final Group group;
    private final Member member;
    private final boolean probe;
    private final long begunAt;
    private ExchangeWatch exchange;

    Ongoing(Call call, Group group, Member member, long now) {
      this.call = call;
      this.group = group;
      this.member = member;
      this.probe = group.isProbe();
      this.begunAt = now;
    }

    void watch(Call ofTwoDirections) {
      exchange = new ExchangeWatch(nanoClock);
      ofTwoDirections.exchange(exchange.over(ofTwoDirections));
    }

    @Override
    public void complete(Reply reply, Throwable failure) {
      long now = nanoClock.getAsLong();
      Outcome outcome =
          failure == null ? Outcome.of(reply.status(), false) : Outcome.of(call, failure, now);
      if (exchange == null) {
        group.ended(member, probe, outcome, now - begunAt, now);
      } else {
        long took = exchange.took(now);
        boolean isTold = took != ExchangeWatch.UNKNOWN;
        Outcome told = outcome.ofExchange(isTold, exchange.isAnswered());
        group.ended(member, probe, told, isTold ? took : 0, now);
      }
    }
  }

  private CallFailure noEndpoint(Call call, Group group) {
    ServiceKey service = call.target().service();
    String rule = group.routes().isNone() ? "" : emptying(group, call);
    String what =
        rule.isEmpty()
            ? "no endpoint of %s can be reached: %s".formatted(service, states(group))
            : "rules leave no endpoint of %s for this call: %s; /route on the admin port tells more"
                .formatted(service, rule);
    return new CallFailure(Status.UNAVAILABLE, where, what);
  }

  private String states(Group group) {
    return group.endpoints().isEmpty()
        ? group.departure().words(nanoClock.getAsLong())
        : group.endpoints().stream().map(Endpoint::state).collect(Collectors.joining("; "));
  }

  /** The rule that leaves nobody for a call, and what it does; empty if none does. */
  private String emptying(Group group, Call call) {
    return group.explain(asking.apply(call, rules.consumer())).steps().stream()
        .filter(step -> step.left().isEmpty())
        .map(step -> step.rule() + " (" + step.what() + ")")
        .findFirst()
        .orElse("");
  }

  private CallFailure noService(Call call) {
    ServiceKey asked = call.target().service();
    String unasked = absence.unasked().apply(asked);
    if (!unasked.isEmpty()) {
      return new CallFailure(
          Status.UNAVAILABLE,
          where,
          "it isn't known whether somebody serves %s: %s".formatted(asked, unasked));
    }
    String skipped = absence.skipped().apply(asked);
    if (groups.isEmpty()) {
      String why =
          skipped.isEmpty()
              ? "start a mesh-provider, or a provider that registers itself, with the same"
                  + " --registry as this agent"
              : skipped;
      return new CallFailure(
          Status.UNAVAILABLE, where, "the registry knows no instance of any service yet: " + why);
    }
    String others =
        groups.keySet().stream()
            .filter(key -> key.interfaceName().equals(asked.interfaceName()))
            .map(ServiceKey::toString)
            .sorted()
            .collect(Collectors.joining(", "));
    String hint = others.isEmpty() ? hint(asked) : "; there is " + others;
    return new CallFailure(
        Status.NO_SERVICE,
        where,
        "no service %s is registered%s%s"
            .formatted(asked, skipped.isEmpty() ? "" : "; " + skipped, hint));
  }

  private String hint(ServiceKey asked) {
    Set<String> names =
        groups.keySet().stream().map(ServiceKey::interfaceName).collect(Collectors.toSet());
    String meant = NearestNames.meant(asked.interfaceName(), names);
    return meant == null ? "" : "; did you mean %s?".formatted(meant);
  }
}
