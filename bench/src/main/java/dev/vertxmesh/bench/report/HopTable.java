package dev.vertxmesh.bench.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.DoubleStream;

/** What a hop costs, of three runs: the README's table. */
final class HopTable {

  private static final String ROW = "| %s | %s | %s | %s |\n";
  private static final String THOUSANDS = "%,.0f";

  private final StringBuilder lines = new StringBuilder();

  private HopTable() {}

  /**
   * @param sleep {@code bench/contest}'s, where a call sleeps 50 ms
   * @param noSleep the same without a sleep
   * @param dubbo {@code bench/passthrough}'s
   */
  static String of(JsonObject sleep, JsonObject noSleep, JsonObject dubbo) {
    HopTable table = new HopTable();
    table.row("512 calls in flight", "through the mesh", "native", "ratio");
    table.lines.append("|---|---|---|---|\n");
    table.slept(sleep);
    table.awake(noSleep);
    table.dubbo(dubbo);
    table.memory(noSleep);
    return table.lines.toString();
  }

  private void slept(JsonObject run) {
    JsonObject wrk = last(run).getJsonObject("wrk");
    JsonObject direct = run.getJsonObject("native");
    calls("50 ms in the provider: calls/s", last(run), direct);
    row(
        "p50 / p99, ms",
        "%.1f / %.1f".formatted(number(wrk, "p50Ms"), number(wrk, "p99Ms")),
        "%.1f / %.1f".formatted(number(direct, "p50Ms"), number(direct, "p99Ms")),
        "%+.1f / %+.1f".formatted(above(wrk, direct, "p50Ms"), above(wrk, direct, "p99Ms")));
  }

  private void awake(JsonObject run) {
    JsonObject cpu = last(run).getJsonObject("cpuPer100k");
    JsonObject direct = run.getJsonObject("native");
    double gateway = number(cpu, "consumer-agent");
    double others = providerAgents(cpu).sum();
    double client = number(direct, "cpuPer100k");
    calls("no sleep in the provider: calls/s", last(run), direct);
    row(
        "CPU seconds per 100,000 calls, no sleep",
        "%.2f consumer agent + %.2f for three provider agents".formatted(gateway, others),
        "%.2f client".formatted(client),
        "%.2f".formatted((gateway + others) / client));
  }

  private void dubbo(JsonObject run) {
    JsonObject mesh = run.getJsonObject("mesh");
    JsonObject cpu = mesh.getJsonObject("cpuPer100k");
    calls(
        "no sleep, a Dubbo client through the Dubbo port: calls/s",
        mesh.getJsonObject("client"),
        run.getJsonObject("direct").getJsonObject("client"));
    row(
        "its CPU seconds per 100,000 calls",
        "%.2f consumer agent + %.2f provider agent"
            .formatted(number(cpu, "consumer-agent"), number(cpu, "provider-agent")),
        "",
        "");
  }

  private void memory(JsonObject run) {
    JsonObject peak = run.getJsonObject("peakRssMiB");
    row(
        "peak resident memory, MiB",
        "%.0f consumer agent, at most %.0f a provider agent"
            .formatted(number(peak, "consumer-agent"), providerAgents(peak).max().orElseThrow()),
        "%.0f client".formatted(number(run.getJsonObject("native"), "peakRssMiB")),
        "");
  }

  private void calls(String what, JsonObject mesh, JsonObject direct) {
    double through = number(mesh, "callsPerSecond");
    double straight = number(direct, "callsPerSecond");
    row(
        what,
        THOUSANDS.formatted(through),
        THOUSANDS.formatted(straight),
        "%.2f".formatted(through / straight));
  }

  private void row(String what, String mesh, String direct, String ratio) {
    lines.append(ROW.formatted(what, mesh, direct, ratio));
  }

  /** The level with the most connections. */
  private static JsonObject last(JsonObject run) {
    JsonArray levels = run.getJsonArray("levels");
    return levels.getJsonObject(levels.size() - 1);
  }

  private static DoubleStream providerAgents(JsonObject each) {
    return each.stream()
        .filter(entry -> entry.getKey().startsWith("provider-agent"))
        .map(Map.Entry::getValue)
        .mapToDouble(value -> ((Number) value).doubleValue());
  }

  private static double above(JsonObject mesh, JsonObject direct, String name) {
    return number(mesh, name) - number(direct, name);
  }

  private static double number(JsonObject of, String name) {
    return of.getDouble(name);
  }
}
