package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A client program's calls.
 *
 * @param client the client's own report
 * @param cpuPer100k CPU seconds per 100,000 calls, by process, the client's too
 * @param peakRssMiB by process
 */
record ClientRun(
    JsonObject client, Map<String, Double> cpuPer100k, Map<String, Double> peakRssMiB) {

  /**
   * Runs one, and ends all that was started.
   *
   * @param processes whose CPU counts besides
   */
  static ClientRun of(
      Children children,
      String name,
      List<String> command,
      int warmupSeconds,
      int seconds,
      List<Child> processes)
      throws IOException, InterruptedException {
    Child client = children.start(name, command);
    client.awaitLine("measuring", Duration.ofSeconds(warmupSeconds).plus(Commands.START_PATIENCE));
    CpuMeter cpu = CpuMeter.start(processes);
    client.awaitSuccess(Duration.ofSeconds(seconds + 30L));
    JsonObject seen = new JsonObject(client.line("{").orElseThrow());
    Map<String, Double> used = new LinkedHashMap<>();
    Map<String, Double> peaks = new LinkedHashMap<>();
    used.put(name, seen.getDouble("cpuPer100k"));
    peaks.put(name, seen.getDouble("peakRssMiB"));
    used.putAll(cpu.per100k(seen.getLong("calls")));
    processes.forEach(process -> peaks.put(process.name(), process.peakRssMiB()));
    children.endAll();
    return new ClientRun(seen, used, peaks);
  }

  double callsPerSecond() {
    return client.getDouble("callsPerSecond");
  }

  long errors() {
    return client.getLong("errors");
  }

  JsonObject json() {
    return new JsonObject()
        .put("client", client)
        .put("cpuPer100k", new JsonObject(new LinkedHashMap<String, Object>(cpuPer100k)))
        .put("peakRssMiB", new JsonObject(new LinkedHashMap<String, Object>(peakRssMiB)));
  }
}
