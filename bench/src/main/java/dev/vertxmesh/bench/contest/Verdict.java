package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One promise and whether the run kept it; or a goal, which is to be reached some day and fails no
 * run.
 *
 * @param what is promised
 * @param value that was measured
 * @param bound that it is held against
 * @param atLeast whether the bound is the least or the most
 */
public record Verdict(String what, double value, double bound, boolean atLeast, boolean isGoal) {
  private static final double AGENT_PEAK_MIB = 160;
  private static final double AGENT_PEAK_GOAL_MIB = 96;

  /** A promise. */
  public Verdict(String what, double value, double bound, boolean atLeast) {
    this(what, value, bound, atLeast, false);
  }

  public static Verdict goal(String what, double value, double bound, boolean atLeast) {
    return new Verdict(what, value, bound, atLeast, true);
  }

  public boolean pass() {
    return atLeast ? value >= bound : value <= bound;
  }

  public String target() {
    return String.format(Locale.ROOT, "%s %s", atLeast ? ">=" : "<=", Table.number(bound));
  }

  public static boolean allKept(List<Verdict> verdicts) {
    return verdicts.stream().allMatch(verdict -> verdict.pass() || verdict.isGoal());
  }

  /** A row each. */
  public static Table table(List<Verdict> verdicts) {
    Table table = new Table().row("promise", "measured", "target", "");
    for (Verdict verdict : verdicts) {
      String what = verdict.isGoal() ? "goal: " + verdict.what() : verdict.what();
      table.row(what, verdict.value(), verdict.target(), verdict.result());
    }
    return table;
  }

  private String result() {
    if (isGoal) {
      return pass() ? "reached" : "not reached";
    }
    return pass() ? "pass" : "FAIL";
  }

  /** An object each. */
  public static JsonArray json(List<Verdict> verdicts) {
    return new JsonArray(
        verdicts.stream().map(each -> Records.json(each).put("pass", each.pass())).toList());
  }

  /** All that is promised for runs with this delay; the highest level against the native. */
  static List<Verdict> of(ContestOptions options, MeshRun.Outcome mesh, NativeRun.Outcome direct) {
    Level top =
        mesh.levels().stream()
            .filter(level -> level.connections() == options.highestLevel())
            .findFirst()
            .orElseThrow();
    List<Verdict> verdicts = new ArrayList<>();
    verdicts.addAll(options.delayMillis > 0 ? withDelay(top, direct) : withoutDelay(top, direct));
    mesh.peakRssMiB().forEach((name, peak) -> addPeak(verdicts, name, peak));
    verdicts.add(new Verdict("errors through the mesh", mesh.errors(), 0, false));
    verdicts.add(new Verdict("errors of the native client", direct.errors(), 0, false));
    verdicts.add(
        new Verdict("calls that reached a provider", mesh.reached(), mesh.answered(), true));
    return verdicts;
  }

  private static List<Verdict> withDelay(Level top, NativeRun.Outcome direct) {
    double p50 = top.wrk().p50Ms() - direct.p50Ms();
    double p99 = top.wrk().p99Ms() - direct.p99Ms();
    return List.of(
        speed(top, direct, 0.95, false),
        speed(top, direct, 0.96, true),
        new Verdict("p50, ms above native", p50, 2, false),
        goal("p50, ms above native", p50, 1.5, false),
        goal("p99, ms above native", p99, 8, false));
  }

  private static List<Verdict> withoutDelay(Level top, NativeRun.Outcome direct) {
    String what = "agents' CPU / native client's";
    double cpu = top.cpuPer100kOfAgents() / direct.cpuPer100k();
    return List.of(
        speed(top, direct, 0.40, false),
        speed(top, direct, 0.65, true),
        new Verdict(what, cpu, 3, false),
        goal(what, cpu, 1.5, false));
  }

  private static Verdict speed(Level top, NativeRun.Outcome direct, double bound, boolean isGoal) {
    double share = top.wrk().callsPerSecond() / direct.callsPerSecond();
    return new Verdict("calls/s / native calls/s", share, bound, true, isGoal);
  }

  private static void addPeak(List<Verdict> verdicts, String name, double peak) {
    if (name.contains("agent")) {
      String what = "peak RSS MiB, " + name;
      verdicts.add(new Verdict(what, peak, AGENT_PEAK_MIB, false));
      verdicts.add(goal(what, peak, AGENT_PEAK_GOAL_MIB, false));
    }
  }
}
