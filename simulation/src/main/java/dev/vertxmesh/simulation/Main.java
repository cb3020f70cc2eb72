package dev.vertxmesh.simulation;

import dev.vertxmesh.simulation.world.Broken;
import dev.vertxmesh.simulation.world.Trace;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs seeds from a command line; the root's {@code simulate} says how. */
public final class Main {

  private static final int KEPT = 400;
  private static final int SHOWN = 60;

  private Main() {}

  public static void main(String[] args) {
    Seeds.prepare();
    long first = Long.getLong("seed", 1);
    long count = Long.getLong("seeds", 1);
    long until = System.nanoTime() + Long.getLong("minutes", 60) * 60_000_000_000L;
    boolean verbose = Boolean.getBoolean("verbose");
    long begun = System.nanoTime();
    long done = 0;
    int broken = 0;
    for (long seed = first; seed < first + count && System.nanoTime() < until; seed++) {
      Trace trace = new Trace(KEPT);
      Simulation simulation = new Simulation(seed, trace);
      try {
        simulation.run();
        if (verbose) {
          System.out.println(seed + " " + Long.toHexString(trace.hash()) + " " + trace.events() + " events " + simulation.world().steps() + " steps " + simulation.ledger().ends() + " " + simulation.scenario());
        }
      } catch (Broken e) {
        broken++;
        System.out.println("seed " + seed + ": " + e.invariant() + ": " + e.getMessage());
        System.out.println("  " + simulation.scenario());
        if (count == 1) {
          trace.tail().stream().skip(Math.max(0, trace.tail().size() - SHOWN)).forEach(System.out::println);
        }
      }
      done++;
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf("%d seeds, %d broken, %.1f s, %.1f seeds/s%n", done, broken, seconds, done / seconds);
    System.exit(broken == 0 ? 0 : 1);
  }
}
