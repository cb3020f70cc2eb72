package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures how well calls are spread over unequal providers, and past a sick one. Leaves with 0 if
 * every promise was kept, 1 if not, and 2 if it couldn't run.
 */
@Command(
    name = "bench/balance",
    description =
        "Real providers with 50, 100 and 150 threads: weights that tune themselves, next to the"
            + " best set by hand, and with one provider sick.")
public final class Balance extends Bench {
  private static final Path FOLDER = Path.of("bench/target/balance");
  private static final double LEAST_OF_BEST = 0.97;

  @Mixin private BalanceOptions options = new BalanceOptions();

  private Balance() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Balance(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Children children = Children.in(FOLDER)) {
      BalanceRun.Outcome outcome = BalanceRun.run(children, options, FOLDER);
      List<Verdict> verdicts = verdicts(outcome);
      ResultFile.publish(options.json, json(outcome, verdicts), text(outcome, verdicts));
      return Verdict.allKept(verdicts) ? 0 : 1;
    }
  }

  static List<Verdict> verdicts(BalanceRun.Outcome outcome) {
    double ofBest =
        outcome.callsPerSecond(Spread.ADAPTIVE) / outcome.callsPerSecond(Spread.BY_HAND);
    return List.of(
        new Verdict("calls/s, adaptive / set by hand", ofBest, LEAST_OF_BEST, true),
        new Verdict("calls refused by the providers' pools", outcome.poolsRefused(), 0, false),
        new Verdict("errors with all well", outcome.errorsWhenWell(), 0, false));
  }

  private String text(BalanceRun.Outcome outcome, List<Verdict> verdicts) {
    Table well =
        new Table()
            .row(
                options.connections + " in flight",
                "calls/s",
                "p50 ms",
                "p90 ms",
                "p99 ms",
                "errors");
    outcome.well().forEach(seen -> well.row(row(seen.spread().title(), seen, errors(seen))));
    Table sick =
        new Table()
            .row(
                options.faultConnections + " in flight",
                "calls/s",
                "p50 ms",
                "p90 ms",
                "p99 ms",
                "errors");
    Fault last = null;
    for (BalanceRun.Seen seen : outcome.sick()) {
      if (seen.fault() != last) {
        last = seen.fault();
        sick.row("from midway on one " + last.title());
      }
      sick.row(row("  " + seen.spread().title(), seen, share(seen)));
    }
    return "Dubbo %s with %s threads, %d ms in the provider%n%n%s%n%s%n%s"
        .formatted(
            DubboRelease.V2,
            UnequalMesh.THREADS,
            options.delayMillis,
            well,
            sick,
            Verdict.table(verdicts));
  }

  private static Object[] row(String title, BalanceRun.Seen seen, String errors) {
    Wrk.Outcome wrk = seen.wrk();
    return new Object[] {
      title, wrk.callsPerSecond(), wrk.p50Ms(), wrk.p90Ms(), wrk.p99Ms(), errors
    };
  }

  private static String errors(BalanceRun.Seen seen) {
    return String.valueOf(seen.wrk().errors());
  }

  private static String share(BalanceRun.Seen seen) {
    return String.format(Locale.ROOT, "%.2f %%", seen.errorShare() * 100);
  }

  private JsonObject json(BalanceRun.Outcome outcome, List<Verdict> verdicts) {
    return new JsonObject()
        .put("delayMs", options.delayMillis)
        .put("seconds", options.seconds)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("well", new JsonArray(outcome.well().stream().map(Balance::json).toList()))
        .put("poolsRefused", outcome.poolsRefused())
        .put("sick", new JsonArray(outcome.sick().stream().map(Balance::json).toList()))
        .put("verdicts", Verdict.json(verdicts));
  }

  private static JsonObject json(BalanceRun.Seen seen) {
    return new JsonObject()
        .put("spread", seen.spread().text())
        .put("fault", seen.fault() == null ? null : seen.fault().title())
        .put("wrk", Records.json(seen.wrk()));
  }
}
