package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** All ways to spread calls, one after the other over the same providers. */
final class BalanceRun {
  /**
   * Before each measuring: what was learnt in another state of the providers is to be forgotten.
   */
  private static final int SETTLE_SECONDS = 3;

  private final BalanceOptions options;
  private final Wrk wrk;
  private final UnequalMesh mesh;

  /**
   * One measuring.
   *
   * @param fault null when all were well
   */
  record Seen(Spread spread, Fault fault, Wrk.Outcome wrk) {
    double errorShare() {
      return (double) wrk.errors() / Math.max(1, wrk.calls());
    }
  }

  /**
   * All that was seen.
   *
   * @param well with all providers well, in turn
   * @param poolsRefused calls that the providers' thread pools refused meanwhile, warm-up included
   * @param sick with one provider sick from midway on
   */
  record Outcome(List<Seen> well, long poolsRefused, List<Seen> sick) {

    double callsPerSecond(Spread spread) {
      return well.stream()
          .filter(seen -> seen.spread() == spread)
          .mapToDouble(seen -> seen.wrk().callsPerSecond())
          .average()
          .orElse(Double.NaN);
    }

    long errorsWhenWell() {
      return well.stream().mapToLong(seen -> seen.wrk().errors()).sum();
    }
  }

  private BalanceRun(Children children, BalanceOptions options, Path folder)
      throws IOException, InterruptedException {
    this.options = options;
    this.wrk = new Wrk(children, options.asContest(), folder);
    this.mesh = UnequalMesh.start(children, options, folder);
  }

  /** Does all of it; the processes go on. */
  static Outcome run(Children children, BalanceOptions options, Path folder)
      throws IOException, InterruptedException {
    return new BalanceRun(children, options, folder).run();
  }

  private Outcome run() throws IOException, InterruptedException {
    for (Spread spread : Spread.values()) {
      Progress.say("warm-up of %s: %d s", spread.title(), options.warmupSeconds);
      load(spread, options.connections, options.warmupSeconds);
    }
    List<Seen> well = new ArrayList<>();
    for (int round = 1; round <= options.rounds; round++) {
      for (Spread spread : List.of(Spread.ADAPTIVE, Spread.BY_HAND)) {
        Progress.say("round %d of %s", round, spread.title());
        well.add(new Seen(spread, null, load(spread, options.connections, options.seconds)));
      }
    }
    long refused = mesh.poolsRefused();
    List<Seen> sick = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      for (Spread spread : Spread.values()) {
        Progress.say("%s, one provider %s", spread.title(), fault.title());
        sick.add(new Seen(spread, fault, fault(spread, fault)));
      }
    }
    return new Outcome(well, refused, sick);
  }

  private Wrk.Outcome load(Spread spread, int connections, int seconds)
      throws IOException, InterruptedException {
    return wrk.run(connections, seconds, mesh.url(spread));
  }

  /** Midway the provider gets sick; afterwards it's made well. */
  private Wrk.Outcome fault(Spread spread, Fault fault) throws IOException, InterruptedException {
    load(spread, options.faultConnections, Math.min(SETTLE_SECONDS, options.seconds));
    ExecutorService aside = Executors.newSingleThreadExecutor();
    try {
      Future<Wrk.Outcome> seen =
          aside.submit(() -> load(spread, options.faultConnections, options.seconds));
      Thread.sleep(options.seconds * 500L);
      mesh.order(fault.begins(options.delayMillis));
      return seen.get();
    } catch (ExecutionException e) {
      throw new ContestException(String.valueOf(e.getCause().getMessage()));
    } finally {
      aside.shutdown();
      mesh.order(fault.ends(options.delayMillis));
    }
  }
}
