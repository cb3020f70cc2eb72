package dev.vertxmesh.simulation;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.simulation.agent.Checks;
import dev.vertxmesh.simulation.agent.Cluster;
import dev.vertxmesh.simulation.agent.SimProcess;
import dev.vertxmesh.simulation.net.Network;
import dev.vertxmesh.simulation.store.SimStore;
import dev.vertxmesh.simulation.work.Callers;
import dev.vertxmesh.simulation.work.FakeProvider;
import dev.vertxmesh.simulation.work.Ledger;
import dev.vertxmesh.simulation.work.Plans;
import dev.vertxmesh.simulation.work.Workload;
import dev.vertxmesh.simulation.world.Broken;
import dev.vertxmesh.simulation.world.World;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One seed's run, in five parts: agents begin; calls and faults; the network heals, and the living
 * must be found and called; nobody calls, and all that was taken must be back; all agents end, and
 * nothing may be left.
 */
final class Simulation {

  /** By then agents have found each other. */
  private static final long BEGIN_NANOS = World.millis(2_000);

  /** Until the living are found and called, and the dead aren't: leases, holds, ejections. */
  private static final long CONVERGE_NANOS = World.millis(180_000);

  private static final long PROBE_NANOS = World.millis(40);

  /** Until every call has ended: the longest silence that a link bears, and the slowest reader. */
  private static final long END_NANOS = World.millis(120_000);

  private static final long SETTLE_NANOS = World.millis(20_000);

  private final Scenario scenario;
  private final World world;
  private final Network network;
  private final SimStore store;
  private final Ledger ledger;
  private final Cluster cluster;
  private final Workload workload;
  private final Storm storm;
  private final Checks checks;
  private long probeUntil;

  Simulation(World world) {
    this.world = world;
    SplittableRandom random = world.split();
    this.scenario = Scenario.of(random);
    this.network = new Network(world, scenario.network());
    this.store = new SimStore(world, network, scenario.mesh().ttlSeconds());
    this.ledger = new Ledger(world, 1 + scenario.mesh().retries(), scenario.calm());
    Map<SimProcess, FakeProvider> behind = new HashMap<>();
    this.cluster =
        new Cluster(
            world,
            network,
            store,
            scenario.mesh(),
            List.of(Callers.SERVICE),
            process -> behind.computeIfAbsent(process, p -> new FakeProvider(ledger, p)),
            ledger::abandon);
    Plans plans =
        new Plans(
            world.split(),
            scenario.mesh().link().chunk(),
            scenario.mesh().link().window(),
            scenario.calm());
    this.workload = new Workload(world, cluster, new Callers(ledger), plans, ledger);
    this.storm = new Storm(world, scenario, network, store, cluster, behind);
    this.checks = new Checks(cluster);
    for (int i = 0; i < scenario.providers(); i++) {
      cluster.addProvider();
    }
    for (int i = 0; i < scenario.consumers(); i++) {
      cluster.addConsumer();
    }
  }

  Scenario scenario() {
    return scenario;
  }

  Ledger ledger() {
    return ledger;
  }

  /**
   * @throws Broken if an invariant doesn't hold
   */
  void run() {
    try {
      runParts();
    } finally {
      cluster.close();
    }
  }

  private void runParts() {
    long before = memory();
    cluster.all().forEach(Cluster.Slot::begin);
    workload.begin(scenario.calls(), BEGIN_NANOS, scenario.stormNanos());
    storm.begin(BEGIN_NANOS);
    world.runUntil(BEGIN_NANOS + scenario.stormNanos());
    storm.end();
    converge();
    quieten();
    end();
    long held = memory() - before;
    if (held != 0) {
      throw new Broken("buffers-come-back", held + " bytes of buffers are held, expected 0");
    }
  }

  private static long memory() {
    return UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
  }

  private void converge() {
    long from = world.now();
    long until = from + CONVERGE_NANOS;
    probeUntil = until;
    workload.beginProbing();
    probe();
    boolean done = false;
    while (!done && world.now() < until) {
      world.runUntil(world.now() + World.millis(500));
      done = checks.unfound() == null && unreached() == null;
    }
    probeUntil = 0;
    if (!done) {
      String unfound = checks.unfound();
      throw new Broken(
          "living-are-found",
          "%d s after all was healed: %s"
              .formatted(
                  CONVERGE_NANOS / 1_000_000_000,
                  (unfound == null ? unreached() : unfound) + "\n" + checks.opinions()));
    }
  }

  /**
   * By how long calls take, who was slow once is called again when that is forgotten, minutes
   * later.
   */
  private String unreached() {
    BalanceMode mode = scenario.mesh().balance();
    boolean remembers = mode == BalanceMode.PEAK_EWMA || mode == BalanceMode.ADAPTIVE;
    return remembers ? null : workload.unreached();
  }

  private void probe() {
    if (world.now() < probeUntil) {
      workload.probe();
      world.after(PROBE_NANOS, this::probe);
    }
  }

  private void quieten() {
    if (!world.runUntil(world.now() + END_NANOS, () -> ledger.waiting() == 0)) {
      throw new Broken("ends-once", "never ended: " + ledger.firstWaiting());
    }
    world.runUntil(world.now() + SETTLE_NANOS);
    long until = world.now() + END_NANOS;
    while (!isQuiet(world.now() >= until)) {
      world.runUntil(world.now() + World.millis(1_000));
    }
  }

  /** What nobody waits for any more may still be on its way to a slow reader, for a while. */
  private boolean isQuiet(boolean mustBe) {
    try {
      checks.quiet();
      return true;
    } catch (Broken e) {
      if (mustBe) {
        throw e;
      }
      return false;
    }
  }

  private void end() {
    cluster.stopAll();
    world.runUntil(world.now() + SETTLE_NANOS);
    checks.ended();
    String unclosed = network.unclosed();
    if (unclosed != null) {
      throw new Broken("goes-idle", "a socket is open: " + unclosed);
    }
    if (network.open() > 0) {
      throw new Broken("goes-idle", network.open() + " ends of connections are open");
    }
  }
}
