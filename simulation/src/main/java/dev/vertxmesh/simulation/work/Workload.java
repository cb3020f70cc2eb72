package dev.vertxmesh.simulation.work;

import dev.vertxmesh.simulation.agent.Cluster;
import dev.vertxmesh.simulation.agent.SimConsumer;
import dev.vertxmesh.simulation.world.World;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Who calls when: at random for a while, and then by probes until everybody has been reached. */
public final class Workload {

  private final World world;
  private final Cluster cluster;
  private final Callers callers;
  private final Plans plans;
  private final Ledger ledger;
  private final SplittableRandom random;
  private final Map<String, Set<String>> reached = new HashMap<>();

  public Workload(World world, Cluster cluster, Callers callers, Plans plans, Ledger ledger) {
    this.world = world;
    this.cluster = cluster;
    this.callers = callers;
    this.plans = plans;
    this.ledger = ledger;
    this.random = world.split();
  }

  /** Makes calls for so long, some of them in bursts. */
  public void begin(int calls, long fromNanos, long forNanos) {
    int left = calls;
    while (left > 0) {
      int burst = random.nextInt(6) == 0 ? Math.min(left, 2 + random.nextInt(20)) : 1;
      left -= burst;
      long at = fromNanos + random.nextLong(forNanos);
      int consumer = random.nextInt(cluster.consumers().size());
      world.at(at, () -> burst(consumer, burst));
    }
  }

  private void burst(int index, int calls) {
    SimConsumer consumer = cluster.consumers().get(index).consumer();
    for (int i = 0; i < calls && consumer != null; i++) {
      callers.make(consumer, plans.next());
    }
  }

  /** One probe of each consumer. */
  public void probe() {
    for (Cluster.Slot slot : cluster.consumers()) {
      if (slot.consumer() != null) {
        callers.make(slot.consumer(), plans.probe());
      }
    }
  }

  /** From now on it counts who is reached. */
  public void beginProbing() {
    ledger.onAnswered(
        (caller, provider) -> reached.computeIfAbsent(caller, c -> new HashSet<>()).add(provider));
  }

  /** Null if each consumer has had an answer of each living provider; else who hasn't. */
  public String unreached() {
    List<String> providers =
        cluster.providers().stream()
            .filter(slot -> slot.provider() != null && !slot.isLeaving())
            .map(slot -> slot.process().name())
            .toList();
    for (Cluster.Slot slot : cluster.consumers()) {
      if (slot.consumer() != null) {
        String name = slot.process().name();
        Set<String> known = reached.getOrDefault(name, Set.of());
        if (!known.containsAll(providers)) {
          return name + " has had answers of " + known + ", and " + providers + " are there";
        }
      }
    }
    return null;
  }
}
