package dev.vertxmesh.bench.contest;

import java.util.Map;

/**
 * One level's figures.
 *
 * @param connections of the load, each with one call in flight
 * @param ceiling calls/s that the delay allows, infinite without a delay
 * @param wrk what the load generator saw
 * @param cpuPer100k CPU seconds per 100,000 calls by process, the load generator's aside
 */
record Level(int connections, double ceiling, Wrk.Outcome wrk, Map<String, Double> cpuPer100k) {
  double shareOfCeiling() {
    return wrk.callsPerSecond() / ceiling;
  }

  double cpuPer100kOfWrk() {
    return wrk.cpuSeconds() / Math.max(1, wrk.calls()) * 100_000;
  }

  /** The agents' together: both of those that each call passes. */
  double cpuPer100kOfAgents() {
    return cpuPer100k.entrySet().stream()
        .filter(entry -> entry.getKey().contains("agent"))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
