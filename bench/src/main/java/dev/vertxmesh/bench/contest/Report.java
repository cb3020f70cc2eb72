package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run's results, for people and for machines. */
record Report(
    ContestOptions options,
    MeshRun.Outcome mesh,
    NativeRun.Outcome direct,
    List<Verdict> verdicts) {

  boolean pass() {
    return Verdict.allKept(verdicts);
  }

  /** Three tables: the levels, the processes, the promises. */
  String text() {
    return String.format(
        Locale.ROOT,
        "Dubbo %s, %d ms in the provider, agents with %s%n%n%s%n%s%n%s",
        options.dubbo,
        options.delayMillis,
        options.agentJavaOpts,
        levels(),
        processes(),
        Verdict.table(verdicts));
  }

  private Table levels() {
    Table table =
        new Table().row("in flight", "calls/s", "of ceiling", "p50 ms", "p99 ms", "errors");
    for (Level level : mesh.levels()) {
      Wrk.Outcome wrk = level.wrk();
      table.row(
          level.connections(),
          wrk.callsPerSecond(),
          share(level.shareOfCeiling()),
          wrk.p50Ms(),
          wrk.p99Ms(),
          wrk.errors());
    }
    table.row(
        direct.inFlight() + " native",
        direct.callsPerSecond(),
        share(direct.callsPerSecond() / options.ceiling(direct.inFlight())),
        direct.p50Ms(),
        direct.p99Ms(),
        direct.errors());
    ExactCheck.Outcome exact = mesh.exact();
    return table.row(exact.calls() + " compared one by one", "", "", "", "", exact.errors());
  }

  private String share(double share) {
    return options.delayMillis == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  private Table processes() {
    Table table = new Table();
    Object[] head = new Object[2 + mesh.levels().size()];
    head[0] = "CPU s per 100,000 calls at";
    head[head.length - 1] = "peak RSS MiB";
    for (int i = 0; i < mesh.levels().size(); i++) {
      head[1 + i] = mesh.levels().get(i).connections();
    }
    table.row(head);
    mesh.peakRssMiB().forEach((name, peak) -> table.row(cpuRow(name, peak)));
    table.row(cpuRow("wrk", Double.NaN));
    Object[] client = lastTwo(head.length, direct.cpuPer100k(), direct.peakRssMiB());
    client[0] = "native client";
    Object[] provider =
        lastTwo(head.length, direct.providerCpuPer100k(), direct.providerPeakRssMiB());
    provider[0] = "native client's provider";
    return table.row(client).row(provider);
  }

  private static Object[] lastTwo(int width, double cpu, double peak) {
    Object[] row = new Object[width];
    Arrays.fill(row, "");
    row[width - 2] = cpu;
    row[width - 1] = peak;
    return row;
  }

  private Object[] cpuRow(String name, double peak) {
    Object[] row = new Object[2 + mesh.levels().size()];
    row[0] = name;
    row[row.length - 1] = peak;
    for (int i = 0; i < mesh.levels().size(); i++) {
      Level level = mesh.levels().get(i);
      row[1 + i] = level.cpuPer100k().getOrDefault(name, level.cpuPer100kOfWrk());
    }
    return row;
  }

  /** The same with every figure. */
  JsonObject json() {
    return new JsonObject()
        .put("dubbo", options.dubbo.toString())
        .put("delayMs", options.delayMillis)
        .put("seconds", options.seconds)
        .put("warmupSeconds", options.warmupSeconds)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("levels", new JsonArray(mesh.levels().stream().map(this::json).toList()))
        .put("warmupErrors", mesh.warmup().errors())
        .put("compared", Records.json(mesh.exact()))
        .put("answered", mesh.answered())
        .put("reachedProviders", mesh.reached())
        .put("peakRssMiB", new JsonObject(new LinkedHashMap<String, Object>(mesh.peakRssMiB())))
        .put("native", Records.json(direct))
        .put("verdicts", Verdict.json(verdicts))
        .put("pass", pass());
  }

  private JsonObject json(Level level) {
    Map<String, Object> cpu = new LinkedHashMap<>(level.cpuPer100k());
    cpu.put("wrk", level.cpuPer100kOfWrk());
    return new JsonObject()
        .put("connections", level.connections())
        .put("callsPerSecond", level.wrk().callsPerSecond())
        .put("shareOfCeiling", options.delayMillis == 0 ? null : level.shareOfCeiling())
        .put("wrk", Records.json(level.wrk()))
        .put("cpuPer100k", new JsonObject(cpu));
  }
}
