package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Table;
import dev.vertxmesh.bench.contest.Verdict;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What came of a run, for people and for machines. */
record SoakReport(SoakOptions options, SoakRun.Outcome outcome, Logs logs) {
  private static final int FEWEST_LOOKS = 3;

  /** What may stay of an agent's callers once they're gone. */
  private static final List<Gauge> COME_BACK =
      List.of(
          Gauge.IN_FLIGHT,
          Gauge.STREAMS,
          Gauge.DEADLINES,
          Gauge.CALLERS,
          Gauge.DESCRIPTORS,
          Gauge.THREADS);

  /** A deadline that nobody waits for, links to who was just there, a thread of the JVM's. */
  private static final double SPARE = 2;

  boolean pass() {
    return verdicts().stream().allMatch(Verdict::pass);
  }

  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    outcome
        .looks()
        .forEach(
            (agent, looks) -> {
              for (Gauge gauge : Gauge.values()) {
                if (!Double.isNaN(gauge.mayGrow())) {
                  verdicts.add(grown(agent, looks, gauge));
                }
              }
              for (Gauge gauge : COME_BACK) {
                verdicts.add(leftBehind(agent, gauge, SPARE));
              }
              verdicts.add(leftBehind(agent, Gauge.HEAP, Gauge.HEAP.mayGrow()));
            });
    verdicts.add(new Verdict("calls that failed without a cause", unexpected(), 0, false));
    verdicts.add(new Verdict("acts that went wrong", outcome.faults().size(), 0, false));
    verdicts.add(new Verdict("errors in the agents' logs", logs.errors().size(), 0, false));
    verdicts.add(new Verdict("leaks in the agents' logs", logs.leaks().size(), 0, false));
    return verdicts;
  }

  private Verdict grown(String agent, List<Sampler.Look> looks, Gauge gauge) {
    String what = agent + " has grown at least by, " + gauge.title();
    double grown =
        looks.size() < FEWEST_LOOKS
            ? Double.POSITIVE_INFINITY
            : Sampler.slope(looks, gauge).grownAtLeast();
    return new Verdict(what, grown, gauge.mayGrow(), false);
  }

  private Verdict leftBehind(String agent, Gauge gauge, double spare) {
    double more = outcome.after().get(agent).get(gauge) - outcome.before().get(agent).get(gauge);
    return new Verdict(agent + " has more after it, " + gauge.title(), more, spare, false);
  }

  private long unexpected() {
    return outcome.ledger().unexpected().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Slopes, calls, acts, and the verdicts that aren't kept. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%.1f minutes, capacity %.0f calls/s, %.0f asked for, %.0f reached, agents with %s%n%n",
            outcome.seconds() / 60,
            outcome.capacity(),
            outcome.rate(),
            outcome.reached(),
            options.agentJavaOpts));
    outcome.looks().forEach((agent, looks) -> text.append(agent(agent, looks)).append('\n'));
    text.append(counts()).append('\n');
    outcome.ledger().examples().forEach(line -> text.append(line).append('\n'));
    outcome.faults().forEach(line -> text.append(line).append('\n'));
    logs.examples().forEach(line -> text.append(line).append('\n'));
    return text.append(promises()).toString();
  }

  private Table agent(String agent, List<Sampler.Look> looks) {
    Table table =
        new Table().row(agent, "quiet before", "mean", "largest", "an hour", "+-", "quiet after");
    for (Gauge gauge : Gauge.values()) {
      double mean =
          looks.stream().mapToDouble(look -> look.values().get(gauge)).average().orElse(Double.NaN);
      double most =
          looks.stream().mapToDouble(look -> look.values().get(gauge)).max().orElse(Double.NaN);
      boolean enough = looks.size() >= FEWEST_LOOKS;
      Slope slope = enough ? Sampler.slope(looks, gauge) : new Slope(Double.NaN, Double.NaN, 0);
      table.row(
          gauge.title(),
          outcome.before().get(agent).get(gauge),
          mean,
          most,
          slope.perHour(),
          slope.error(),
          outcome.after().get(agent).get(gauge));
    }
    return table;
  }

  private Table counts() {
    Table table = new Table().row("calls and acts", "");
    outcome.ledger().rightByKind().forEach((kind, n) -> table.row(kind.title() + ": right", n));
    outcome.ledger().expected().forEach(table::row);
    outcome.ledger().unexpected().forEach((what, n) -> table.row(what + ", WITHOUT A CAUSE", n));
    table.row("calls that weren't begun in time", outcome.leftOut());
    table.row("callers that came and went", outcome.comers());
    table.row("streams", outcome.streams());
    outcome.acts().forEach(table::row);
    return table;
  }

  private Table promises() {
    List<Verdict> verdicts = verdicts();
    long kept = verdicts.stream().filter(Verdict::pass).count();
    Table table = new Table().row("promise", "measured", "target", "");
    table.row(
        kept + " of " + verdicts.size() + " kept",
        "",
        "",
        kept == verdicts.size() ? "pass" : "FAIL");
    verdicts.stream()
        .filter(each -> !each.pass())
        .forEach(each -> table.row(each.what(), each.value(), each.target(), "FAIL"));
    return table;
  }

  /** The same with every look. */
  JsonObject json() {
    JsonObject looks = new JsonObject();
    outcome
        .looks()
        .forEach(
            (agent, all) ->
                looks.put(
                    agent,
                    new JsonArray(
                        all.stream()
                            .map(each -> json(each.values()).put("hours", each.hours()))
                            .toList())));
    return new JsonObject()
        .put("seconds", outcome.seconds())
        .put("capacity", outcome.capacity())
        .put("rate", outcome.rate())
        .put("reached", outcome.reached())
        .put("leftOut", outcome.leftOut())
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("expected", new JsonObject(new LinkedHashMap<>(outcome.ledger().expected())))
        .put("unexpected", new JsonObject(new LinkedHashMap<>(outcome.ledger().unexpected())))
        .put("acts", new JsonObject(new LinkedHashMap<>(outcome.acts())))
        .put("looks", looks)
        .put("before", quiet(outcome.before()))
        .put("after", quiet(outcome.after()))
        .put("verdicts", Verdict.json(verdicts()))
        .put("pass", pass());
  }

  private static JsonObject quiet(Map<String, Map<Gauge, Double>> agents) {
    JsonObject json = new JsonObject();
    agents.forEach((agent, values) -> json.put(agent, json(values)));
    return json;
  }

  private static JsonObject json(Map<Gauge, Double> values) {
    JsonObject json = new JsonObject();
    values.forEach((gauge, value) -> json.put(gauge.title(), value));
    return json;
  }
}
