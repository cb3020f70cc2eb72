package dev.vertxmesh.simulation;

import dev.vertxmesh.simulation.agent.Cluster;
import dev.vertxmesh.simulation.agent.Cluster.Slot;
import dev.vertxmesh.simulation.agent.SimProcess;
import dev.vertxmesh.simulation.agent.SimProvider;
import dev.vertxmesh.simulation.net.Network;
import dev.vertxmesh.simulation.store.SimStore;
import dev.vertxmesh.simulation.work.FakeProvider;
import dev.vertxmesh.simulation.world.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What breaks, when, and for how long. All of it is over when the storm is. */
final class Storm {

  private static final long GRACE_MILLIS = 30_000;

  private final World world;
  private final Scenario scenario;
  private final Network network;
  private final SimStore store;
  private final Cluster cluster;
  private final Map<SimProcess, FakeProvider> behind;
  private final Map<Slot, Long> begunAt = new HashMap<>();
  private final SplittableRandom random;
  private boolean over;

  Storm(
      World world,
      Scenario scenario,
      Network network,
      SimStore store,
      Cluster cluster,
      Map<SimProcess, FakeProvider> behind) {
    this.world = world;
    this.scenario = scenario;
    this.network = network;
    this.store = store;
    this.cluster = cluster;
    this.behind = behind;
    this.random = world.split();
  }

  /**
   * @param fromNanos nothing breaks before
   */
  void begin(long fromNanos) {
    cluster.lossesPerMille(scenario.calm() || random.nextBoolean() ? 0 : random.nextInt(200));
    for (int i = 0; i < scenario.faults(); i++) {
      long at = fromNanos + random.nextLong(scenario.stormNanos());
      world.at(at, scenario.calm() ? this::disturb : this::strike);
    }
  }

  /** Whole again: what was stopped goes on, what was cut isn't, and somebody provides. */
  void end() {
    over = true;
    world.note("world", "heal", 0, 0);
    cluster.lossesPerMille(0);
    network.healAll();
    store.go();
    cluster.all().forEach(Slot::go);
    for (Slot slot : cluster.all()) {
      boolean isNeeded = slot.consumer() == null && cluster.consumers().contains(slot);
      if (!slot.isTaken() && (isNeeded || random.nextInt(3) > 0)) {
        slot.begin();
      }
    }
    if (cluster.providers().stream().noneMatch(s -> s.isTaken() && !s.isLeaving())) {
      Slot first = cluster.providers().get(0);
      first.kill();
      world.after(World.millis(50), first::begin);
    }
    for (Slot slot : cluster.providers()) {
      if (slot.provider() != null) {
        slot.provider().canServe(true);
        slot.provider().limit(scenario.mesh().limit());
        behind.get(slot.process()).away(false);
      }
    }
  }

  /** What happens to healthy agents. */
  private void disturb() {
    Slot provider = any(cluster.providers());
    switch (random.nextInt(5)) {
      case 0, 1 -> drainIfOthersStay(provider);
      case 2 -> reweigh(provider);
      case 3 -> pause(any(cluster.all()), World.millis(1 + random.nextInt(200)));
      default -> slow();
    }
  }

  private void drainIfOthersStay(Slot slot) {
    boolean allStay =
        cluster.providers().stream()
            .allMatch(
                other ->
                    other.isTaken()
                        && !other.isLeaving()
                        && world.now() - begunAt.getOrDefault(other, 0L) > World.millis(2_000));
    if (allStay) {
      drain(slot, 500 + random.nextInt(3_000));
    }
  }

  private void drain(Slot slot, long awayMillis) {
    slot.drain(GRACE_MILLIS);
    world.after(World.millis(awayMillis), () -> beginAgain(slot));
  }

  /** Not after the storm: who is away then, and isn't begun by its end, is dead for good. */
  private void beginAgain(Slot slot) {
    if (over) {
      return;
    }
    if (slot.isLeaving()) {
      world.after(World.millis(100), () -> beginAgain(slot));
    } else if (!slot.isTaken()) {
      begunAt.put(slot, world.now());
      slot.begin();
    }
  }

  private void strike() {
    Slot one = any(cluster.all());
    Slot provider = any(cluster.providers());
    long millis = 1 + (random.nextInt(3) == 0 ? random.nextInt(15_000) : random.nextInt(1_500));
    long nanos = World.millis(20 + millis);
    switch (random.nextInt(17)) {
      case 0, 1 -> pause(one, nanos);
      case 2 -> kill(one, nanos);
      case 3 -> {
        one.powerOff();
        world.after(nanos, () -> beginAgain(one));
      }
      case 4, 5 -> partition(any(cluster.consumers()).host(), provider.host(), nanos);
      case 6 -> partition(one.host(), SimStore.HOST, nanos);
      case 7, 8 -> network.breakOne();
      case 9 -> slow();
      case 10 -> stepClock(one);
      case 11 -> stopStore(nanos);
      case 12 -> store.elect(random.nextBoolean());
      case 13 -> store.lose();
      case 14 -> drain(provider, millis);
      case 15 -> reweigh(provider);
      default -> provider(provider, nanos);
    }
  }

  private Slot any(List<Slot> slots) {
    return slots.get(random.nextInt(slots.size()));
  }

  private void pause(Slot slot, long nanos) {
    slot.stop();
    world.after(nanos, slot::go);
  }

  private void kill(Slot slot, long nanos) {
    slot.kill();
    world.after(nanos, () -> beginAgain(slot));
  }

  private void partition(String a, String b, long nanos) {
    int ways = random.nextInt(3);
    if (ways != 0) {
      network.cut(a, b);
    }
    if (ways != 1) {
      network.cut(b, a);
    }
    world.note(a, "cut", ways, nanos);
    world.after(
        nanos,
        () -> {
          network.heal(a, b);
          network.heal(b, a);
        });
  }

  private void slow() {
    String from = any(cluster.all()).host();
    String to = any(cluster.all()).host();
    long latency = World.millis(scenario.calm() ? random.nextInt(30) : random.nextInt(400));
    if (!over) {
      network.line(from, to).slow(latency, 1 + latency);
    }
  }

  private void stepClock(Slot slot) {
    long millis = random.nextInt(7_200_000) - 3_600_000L;
    if (slot.isTaken()) {
      slot.process().step(millis);
    }
    cluster.wallOffset(millis);
  }

  private void stopStore(long nanos) {
    world.note("store", "stop", nanos, 0);
    store.stop();
    world.after(nanos, store::go);
  }

  /** By its agent, or by somebody's hand in the store. */
  private void reweigh(Slot slot) {
    SimProvider provider = slot.provider();
    if (provider == null) {
      return;
    }
    int weight = 1 + random.nextInt(300);
    String written = store.value(provider.id());
    if (random.nextBoolean() && written != null) {
      store.edit(provider.id(), written.replaceFirst("\"weight\":\\d+", "\"weight\":" + weight));
    } else {
      provider.weigh(weight);
    }
  }

  private void provider(Slot slot, long nanos) {
    SimProvider provider = slot.provider();
    if (provider == null) {
      return;
    }
    if (random.nextBoolean()) {
      provider.limit(1 + random.nextInt(20));
      return;
    }
    FakeProvider fake = behind.get(provider.process());
    fake.away(true);
    provider.canServe(false);
    world.after(
        nanos,
        () -> {
          fake.away(false);
          provider.canServe(true);
        });
  }
}
