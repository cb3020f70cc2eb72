package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A native client's calls by one of two ways: straight to a provider, or through both agents. */
final class PassRun {
  private static final String SERVICE = "com.alibaba.dubbo.performance.demo.provider.IHelloService";
  private static final int PORTS = 6;

  private final Children children;
  private final PassThroughOptions options;
  private final Ports ports;

  private PassRun(Children children, PassThroughOptions options) throws IOException {
    this.children = children;
    this.options = options;
    this.ports = Ports.of(PORTS, 0);
  }

  /**
   * What was seen.
   *
   * @param client the client's own report
   * @param cpuPer100k CPU seconds per 100,000 calls, by process, the client's too
   * @param peakRssMiB by process
   */
  record Outcome(
      JsonObject client, Map<String, Double> cpuPer100k, Map<String, Double> peakRssMiB) {

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

  /** Straight to the provider. */
  static Outcome direct(Children children, PassThroughOptions options)
      throws IOException, InterruptedException {
    PassRun run = new PassRun(children, options);
    int dubbo = run.ports.next();
    return run.measure(dubbo, List.of(run.provider(dubbo)));
  }

  /** Through a consumer agent and a provider agent. */
  static Outcome mesh(Children children, PassThroughOptions options, Path folder)
      throws IOException, InterruptedException {
    PassRun run = new PassRun(children, options);
    String registry = "file:" + Files.createTempDirectory(folder, "registry").toAbsolutePath();
    int dubbo = run.ports.next();
    int port = run.ports.next();
    List<Child> processes = new ArrayList<>();
    Child provider = run.provider(dubbo);
    Child providerAgent = run.providerAgent(dubbo, registry);
    processes.add(run.consumerAgent(port, registry));
    processes.addAll(List.of(providerAgent, provider));
    return run.measure(port, processes);
  }

  /** With a thread for each call, as a pool without a queue refuses what is over it. */
  private Child provider(int port) throws IOException, InterruptedException {
    int threads = options.inFlight + options.inFlight / 4;
    return Commands.provider(children, options.asContest(), "provider", port, threads);
  }

  private Child providerAgent(int dubbo, String registry) throws IOException, InterruptedException {
    List<String> command =
        Commands.agent(options.asContest(), "mesh-provider/target/mesh-provider.jar");
    command.addAll(List.of("--port", "" + ports.next(), "--limit", "" + options.inFlight));
    command.addAll(List.of("--dubbo", "127.0.0.1:" + dubbo, "--service", SERVICE));
    return agent("provider-agent", command, registry);
  }

  private Child consumerAgent(int dubboPort, String registry)
      throws IOException, InterruptedException {
    List<String> command =
        Commands.agent(options.asContest(), "mesh-consumer/target/mesh-consumer.jar");
    command.addAll(List.of("--port", "0", "--dubbo-port", "" + dubboPort));
    return agent("consumer-agent", command, registry);
  }

  private Child agent(String name, List<String> command, String registry)
      throws IOException, InterruptedException {
    int admin = ports.next();
    command.addAll(List.of("--admin-port", "" + admin, "--registry", registry));
    Child agent = children.start(name, command);
    URI ready = URI.create("http://127.0.0.1:" + admin + "/health/ready");
    agent.await(() -> Http.answers200(ready), "answers at " + ready, Commands.START_PATIENCE);
    return agent;
  }

  private Outcome measure(int port, List<Child> processes)
      throws IOException, InterruptedException {
    Child client =
        children.start(
            "native-client", Commands.nativeClient(options.asContest(), port, options.inFlight));
    client.awaitLine(
        "measuring", Duration.ofSeconds(options.warmupSeconds).plus(Commands.START_PATIENCE));
    CpuMeter cpu = CpuMeter.start(processes);
    client.awaitSuccess(Duration.ofSeconds(options.seconds + 30L));
    JsonObject seen = new JsonObject(client.line("{").orElseThrow());
    Map<String, Double> used = new LinkedHashMap<>();
    Map<String, Double> peaks = new LinkedHashMap<>();
    used.put("native-client", seen.getDouble("cpuPer100k"));
    peaks.put("native-client", seen.getDouble("peakRssMiB"));
    used.putAll(cpu.per100k(seen.getLong("calls")));
    processes.forEach(process -> peaks.put(process.name(), process.peakRssMiB()));
    children.endAll();
    return new Outcome(seen, used, peaks);
  }
}
