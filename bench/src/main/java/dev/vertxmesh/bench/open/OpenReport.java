package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.contest.Verdict;
import dev.vertxmesh.bench.open.OpenRun.Pair;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A run's results, for people and for machines.
 *
 * @param capacity calls a second
 * @param why null if that wasn't asked
 */
record OpenReport(
    OpenOptions options,
    double capacity,
    Collection<Pair> pairs,
    Why why,
    SystemCalls systemCalls) {
  private static final double MILLIS_ABOVE = 0.1;
  private static final double TIMES = 4;
  private static final double TAIL_MILLIS_ABOVE = 5;
  private static final double PROMISED_RATE = 1_000;

  /** The tables that there are. */
  String text() {
    StringBuilder text =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%d ms in the provider, agents with %s%n"
                    + "capacity of the mesh with %d in flight: %,.0f calls/s%n%n%s",
                options.delayMillis,
                options.agentJavaOpts,
                options.connections,
                capacity,
                times()));
    for (Pair pair : pairs) {
      text.append(firstError(pair.load() + ", mesh", pair.mesh()));
      text.append(firstError(pair.load() + ", native", pair.direct()));
    }
    if (why != null) {
      why.tallies().forEach((load, tally) -> text.append('\n').append(causes(load, tally)));
    }
    if (!systemCalls.complaint().isEmpty()) {
      text.append('\n').append(systemCalls.complaint()).append('\n');
    }
    if (!systemCalls.counted().isEmpty()) {
      text.append('\n').append(new SystemCallTable(systemCalls.counted()));
    }
    return text.append('\n').append(Verdict.table(verdicts())).toString();
  }

  private Table times() {
    Table table =
        new Table()
            .row(
                "load",
                "calls/s",
                "p50 ms",
                "p99 ms",
                "p99.9 ms",
                "p99.99 ms",
                "max ms",
                "errors",
                "caller late, p99.9 ms");
    for (Pair pair : pairs) {
      row(table, pair.load() + ", mesh", pair.mesh());
      row(table, pair.load() + ", native", pair.direct());
    }
    return table;
  }

  private static void row(Table table, String name, OpenFigures figures) {
    table.row(
        name,
        figures.callsPerSecond(),
        figures.millis(50),
        figures.millis(99),
        figures.millis(99.9),
        figures.millis(99.99),
        figures.millis(100),
        figures.errors(),
        figures.lateMillis(99.9));
  }

  private static String firstError(String name, OpenFigures figures) {
    return figures.errors() == 0
        ? ""
        : "first error, %s: %s%n".formatted(name, figures.firstError().replaceAll("\\s+", " "));
  }

  private Table causes(OpenLoad load, Tally tally) {
    Table table =
        new Table()
            .row(
                "%s: %.2f ms of what follows fell within".formatted(load, tally.barMillis()),
                "%% of the slowest %s %%".formatted(Table.number(options.slowestPercent)),
                "% of the others");
    tally
        .percent()
        .forEach(
            (name, both) -> {
              if (both[0] > 0 || both[1] > 0) {
                table.row(name, both[0], both[1]);
              }
            });
    return table;
  }

  /**
   * What issue 21 promises of a lone caller and of 1,000 calls a second, where these were asked
   * for.
   */
  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    for (Pair pair : pairs) {
      OpenFigures mesh = pair.mesh();
      OpenFigures direct = pair.direct();
      if (pair.load().isLone()) {
        double p50 = mesh.millis(50) - direct.millis(50);
        double p99 = mesh.millis(99) / direct.millis(99);
        verdicts.add(new Verdict("one at a time: p50, ms above native", p50, MILLIS_ABOVE, false));
        verdicts.add(new Verdict("one at a time: p99 / native's", p99, TIMES, false));
      } else if (pair.load().callsPerSecond() == PROMISED_RATE) {
        double tail = mesh.millis(99.9) - direct.millis(99.9);
        verdicts.add(
            new Verdict("1,000/s: p99.9, ms above native", tail, TAIL_MILLIS_ABOVE, false));
      }
      verdicts.add(new Verdict(pair.load() + ": errors", mesh.errors(), 0, false));
    }
    return verdicts;
  }

  /** The same with every figure. */
  JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("delayMs", options.delayMillis)
            .put("seconds", options.seconds)
            .put("turns", options.turns)
            .put("warmupSeconds", options.warmupSeconds)
            .put("connections", options.connections)
            .put("agentJavaOpts", options.agentJavaOpts)
            .put("capacity", capacity)
            .put("loads", new JsonArray(pairs.stream().map(OpenReport::json).toList()))
            .put("verdicts", Verdict.json(verdicts()));
    if (why != null) {
      JsonObject causes = new JsonObject();
      why.tallies().forEach((load, tally) -> causes.put(load.toString(), tally.json()));
      json.put("why", causes);
    }
    if (!systemCalls.counted().isEmpty()) {
      json.put("systemCalls", new SystemCallTable(systemCalls.counted()).json());
    }
    return json;
  }

  private static JsonObject json(Pair pair) {
    return new JsonObject()
        .put("load", pair.load().toString())
        .put("rate", pair.rate())
        .put("mesh", pair.mesh().json())
        .put("native", pair.direct().json());
  }
}
