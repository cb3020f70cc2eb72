package dev.vertxmesh.simulation;

import dev.vertxmesh.simulation.world.Broken;
import dev.vertxmesh.simulation.world.Trace;
import dev.vertxmesh.simulation.world.World;
import java.util.List;

/**
 * What came of a seed.
 *
 * @param hash of all that happened: the same whenever the seed is run
 * @param broken the invariant that didn't hold; null if all did
 * @param tail the last events
 * @param summary what the seed stood for, and how its calls ended, for a person
 */
public record SeedRun(
    long seed, long hash, long events, Broken broken, List<String> tail, String summary) {

  private static final int KEPT = 2_000;

  /** To be called before anything of Netty's or Vert.x's is loaded. */
  public static void prepare() {
    System.setProperty("io.netty.allocator.type", "unpooled"); // which counts
    System.setProperty("io.netty.leakDetection.level", "disabled");
    System.setProperty("vertx.disableDnsResolver", "true");
    LoggedFaults.watch();
  }

  /** Runs a seed; on one thread of a process only. */
  public static SeedRun of(long seed) {
    Trace trace = new Trace(KEPT);
    World world = new World(seed, trace);
    Simulation simulation = new Simulation(world);
    Broken broken = null;
    try {
      simulation.run();
    } catch (Broken e) {
      broken = e;
    }
    String summary = simulation.ledger().ends() + " of " + simulation.scenario();
    return new SeedRun(seed, trace.hash(), trace.events(), broken, trace.tail(), summary);
  }
}
