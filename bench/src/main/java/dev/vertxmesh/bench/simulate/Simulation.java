package dev.vertxmesh.bench.simulate;

import dev.vertxmesh.balance.EjectionObserver;
import dev.vertxmesh.balance.EjectionOptions;
import dev.vertxmesh.balance.Group;
import dev.vertxmesh.balance.GroupSettings;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Runs a scenario in virtual time with the code that really balances. Calls come at random
 * (Poisson), each from any consumer; the way takes a quarter of a millisecond; a call that isn't
 * answered within its timeout has failed.
 */
final class Simulation {

  private static final long WAY_NANOS = 250_000;

  private static final int COMES = 0;
  private static final int ARRIVES = 1;
  private static final int WORKED = 2;
  private static final int RETURNS = 3;
  private static final int LATE = 4;
  private static final int CHANGES = 5;
  private static final int HEALS = 6;

  private static final ServiceKey SERVICE = ServiceKey.of("com.x.Hello");

  private final Scenario scenario;
  private final SplittableRandom random = new SplittableRandom(42);
  private final Events events = new Events();
  private final List<SimServer> servers = new ArrayList<>();
  private final List<SimConsumer> consumers = new ArrayList<>();
  private final Figures figures;
  private final double gapNanos;
  private long now;

  Simulation(Scenario scenario, Contender contender) {
    this.scenario = scenario;
    for (int i = 0; i < scenario.providers(); i++) {
      long mean = (long) (scenario.meanMillis() * 1e6);
      servers.add(new SimServer("10.0.0.1:" + i, scenario.threads().applyAsInt(i), mean));
    }
    double capacity = servers.stream().mapToDouble(SimServer::capacity).sum();
    gapNanos = 1e9 / (capacity * scenario.load());
    figures = new Figures(scenario, servers);
    GroupSettings settings =
        new GroupSettings(
            contender.mode(),
            0,
            contender.ejecting() ? EjectionOptions.DEFAULT : EjectionOptions.NEVER,
            EjectionObserver.NOBODY,
            () -> 0,
            random,
            null,
            "");
    for (int i = 0; i < scenario.consumers(); i++) {
      Subset subset = new Subset(scenario.subset(), "consumer-" + i);
      Group group = new Group(SERVICE, settings);
      group.update(
          subset.of(servers, SimServer::key).stream().map(s -> new SimEndpoint(s, 1)).toList(), 0);
      consumers.add(new SimConsumer(group));
    }
  }

  Figures run() {
    long end = nanos(scenario.seconds());
    events.add(0, COMES, null);
    if (scenario.changes()) {
      events.add(nanos(scenario.changeAt()), CHANGES, null);
    }
    if (scenario.healAt() > 0) {
      events.add(nanos(scenario.healAt()), HEALS, null);
    }
    while (events.time() < end) {
      now = events.time();
      int kind = events.kind();
      Object subject = events.subject();
      events.removeFirst();
      figures.at(now);
      happens(kind, subject);
    }
    figures.at(end);
    return figures;
  }

  private static long nanos(double seconds) {
    return (long) (seconds * 1e9);
  }

  private void happens(int kind, Object subject) {
    switch (kind) {
      case COMES -> comes();
      case ARRIVES -> arrives((SimCall) subject);
      case WORKED -> worked((SimCall) subject);
      case RETURNS -> ends((SimCall) subject, ((SimCall) subject).outcome);
      case LATE -> ends((SimCall) subject, Outcome.FAILED);
      case CHANGES -> scenario.change().accept(servers);
      default -> heal();
    }
  }

  private void heal() {
    for (SimServer server : servers) {
      server.mode(SimServer.Mode.WELL);
      server.slowness(1);
    }
  }

  private void comes() {
    events.add(now + (long) (-Math.log(1 - random.nextDouble()) * gapNanos) + 1, COMES, null);
    SimConsumer consumer = consumers.get(random.nextInt(consumers.size()));
    Member member = consumer.group.pick(HashKey.NONE, now);
    SimCall call = new SimCall(consumer, member, consumer.group.isProbe(), now);
    consumer.group.begun(member);
    call.endpoint.begun();
    events.add(now + WAY_NANOS, ARRIVES, call);
    events.add(now + Scenario.TIMEOUT_NANOS, LATE, call);
  }

  private void arrives(SimCall call) {
    SimServer server = call.endpoint.server();
    call.arrivedAt = now;
    switch (server.mode()) {
      case FAILING -> {
        server.takes();
        returns(call, Outcome.FAILED);
      }
      case DEAD -> server.takes();
      default -> {
        if (!server.arrives(call)) {
          returns(call, Outcome.FULL);
        } else if (!call.waits) {
          events.add(now + server.work(random), WORKED, call);
        }
      }
    }
  }

  private void worked(SimCall call) {
    SimServer server = call.endpoint.server();
    SimCall next = server.ended();
    if (next != null) {
      events.add(now + server.work(random), WORKED, next);
    }
    if (server.mode() != SimServer.Mode.DEAD) {
      returns(call, Outcome.ANSWERED);
    }
  }

  private void returns(SimCall call, Outcome outcome) {
    call.outcome = outcome;
    call.toldNanos = now - call.arrivedAt;
    events.add(now + WAY_NANOS, RETURNS, call);
  }

  private void ends(SimCall call, Outcome outcome) {
    if (call.ended) {
      return;
    }
    call.ended = true;
    call.endpoint.ended();
    if (outcome == call.outcome) { // a reply, not the timeout
      call.endpoint.told(call.toldNanos);
    }
    long took = now - call.begunAt;
    call.consumer.group.ended(call.member, call.probe, outcome, took, now);
    figures.ended(outcome, took);
  }
}
