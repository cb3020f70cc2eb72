package dev.vertxmesh.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class HopTableTest {

  private static final JsonObject CONTEST =
      new JsonObject(
          """
          {"levels": [
             {"callsPerSecond": 1.0},
             {"callsPerSecond": 900.0, "wrk": {"p50Ms": 52.0, "p99Ms": 60.0},
              "cpuPer100k": {"consumer-agent": 3.0, "provider-agent-1": 0.5,
                             "provider-agent-2": 0.25, "provider-1": 9.0}}],
           "native": {"callsPerSecond": 1000.0, "p50Ms": 50.5, "p99Ms": 61.0, "cpuPer100k": 2.5,
                      "peakRssMiB": 400.0},
           "peakRssMiB": {"consumer-agent": 130.0, "provider-agent-1": 110.0,
                          "provider-agent-2": 120.0, "provider-1": 350.0}}
          """);
  private static final JsonObject PASSTHROUGH =
      new JsonObject(
          """
          {"mesh": {"client": {"callsPerSecond": 600.0},
                    "cpuPer100k": {"consumer-agent": 1.5, "provider-agent": 1.0}},
           "direct": {"client": {"callsPerSecond": 1200.0}}}
          """);

  @Test
  void eachRowComparesTheMeshWithTheNativeClientAtTheHighestLevel() {
    assertThat(HopTable.of(CONTEST, CONTEST, PASSTHROUGH))
        .contains("calls/s | 900 | 1,000 | 0.90 |")
        .contains("| 52.0 / 60.0 | 50.5 / 61.0 | +1.5 / -1.0 |")
        .contains("3.00 consumer agent + 0.75 for three provider agents | 2.50 client | 1.50 |")
        .contains("Dubbo port: calls/s | 600 | 1,200 | 0.50 |")
        .contains("130 consumer agent, at most 120 a provider agent | 400 client");
  }
}
