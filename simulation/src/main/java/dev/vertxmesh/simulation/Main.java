package dev.vertxmesh.simulation;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line; {@code simulate} in the root builds what it needs and calls it. */
@Command(
    name = "simulate",
    description = "runs agents on virtual time and a simulated network, by seeds",
    mixinStandardHelpOptions = true)
public final class Main implements Callable<Integer> {

  private static final int MOST_SHOWN = 5;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "the first seed, or the one that is repeated; 1 if it isn't given")
  private Long seed;

  @Option(
      names = "--seeds",
      paramLabel = "COUNT",
      description = "how many, from that on; one if a seed is given, and else a thousand")
  private Long seeds;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "no seed is begun after so many minutes; 60 if it isn't given")
  private double minutes = 60;

  @Option(
      names = "--until-broken",
      description =
          "ends with the first seed that breaks an invariant, and tells just how far it is")
  private boolean untilBroken;

  @Option(
      names = "--events",
      paramLabel = "N",
      description = "how many of the last events are shown of a seed that breaks one")
  private int events = 60;

  private final PrintStream out = System.out;

  public static void main(String[] args) {
    SeedRun.prepare();
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public Integer call() {
    long first = seed == null ? 1 : seed;
    long count = seeds != null ? seeds : seed != null ? 1 : 1_000;
    long begun = System.nanoTime();
    long done = 0;
    int broken = 0;
    while (done < count && System.nanoTime() - begun < minutes * 60e9) {
      SeedRun run = SeedRun.of(first + done);
      done++;
      if (run.broken() != null) {
        broken++;
        show(run, broken);
        if (untilBroken) {
          out.printf("found after %d seeds: %s%n", done, run.broken().invariant());
          return 1;
        }
      }
      if (count == 1) {
        out.printf("seed %d: %d events, hash %016x%n", run.seed(), run.events(), run.hash());
        out.println(run.summary());
      }
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    double cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    out.printf(
        "%d seeds from %d, %d broken, %.0f s, %.1f seeds/s (%.0f s of CPU, %.1f ms a seed)%n",
        done, first, broken, seconds, done / seconds, cpu, cpu * 1e3 / done);
    return broken == 0 ? 0 : 1;
  }

  private void show(SeedRun run, int number) {
    out.printf(
        "seed %d broke %s: %s%n", run.seed(), run.broken().invariant(), run.broken().getMessage());
    if (number <= MOST_SHOWN && !untilBroken) {
      out.println("  " + run.summary());
      List<String> tail = run.tail();
      tail.subList(Math.max(0, tail.size() - events), tail.size()).forEach(out::println);
      out.printf("again: ./simulate --seed %d%n", run.seed());
    }
  }
}
