package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;

/** The same calls by a native asynchronous Dubbo client, straight to one provider. */
final class NativeRun {
  /** As one pool of 200 has no queue and refuses what is over it. */
  private static final int PROVIDER_THREADS = 600;

  private NativeRun() {}

  /**
   * What the client saw.
   *
   * @param inFlight calls in flight at any time
   * @param calls answered
   * @param callsPerSecond answered
   * @param p50Ms median time of a call, ms
   * @param p99Ms 99th percentile, ms
   * @param errors wrong answers and failures
   * @param cpuPer100k the client's CPU seconds per 100,000 calls
   * @param peakRssMiB the client's
   * @param providerCpuPer100k the provider's CPU seconds per 100,000 calls
   * @param providerPeakRssMiB the provider's
   */
  record Outcome(
      int inFlight,
      long calls,
      double callsPerSecond,
      double p50Ms,
      double p99Ms,
      long errors,
      double cpuPer100k,
      double peakRssMiB,
      double providerCpuPer100k,
      double providerPeakRssMiB) {}

  /** With as many calls in flight as the highest level has connections. */
  static Outcome run(Children children, ContestOptions options)
      throws IOException, InterruptedException {
    int inFlight = options.highestLevel();
    Progress.say("native client: %d in flight for %d s", inFlight, options.seconds);
    int port = Ports.of(1, options.basePort).next();
    int threads = Math.max(PROVIDER_THREADS, inFlight);
    Child provider = Commands.provider(children, options, "provider-native", port, threads);
    ClientRun client =
        ClientRun.of(
            children,
            "native-client",
            Commands.nativeClient(options, port, inFlight),
            options.warmupSeconds,
            options.seconds,
            List.of(provider));
    JsonObject seen = client.client();
    return new Outcome(
        inFlight,
        seen.getLong("calls"),
        client.callsPerSecond(),
        seen.getDouble("p50Ms"),
        seen.getDouble("p99Ms"),
        client.errors(),
        seen.getDouble("cpuPer100k"),
        seen.getDouble("peakRssMiB"),
        client.cpuPer100k().get(provider.name()),
        client.peakRssMiB().get(provider.name()));
  }
}
