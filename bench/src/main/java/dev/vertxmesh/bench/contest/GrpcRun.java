package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** gRPC's echo by one way: straight to one of the servers, or through both agents. */
final class GrpcRun {
  static final String OURS = "vertx-grpc";
  static final String JAVA_DEFAULT = "grpc-java-default";
  static final String JAVA_DIRECT = "grpc-java-direct";
  static final String MESH = "both agents";

  private static final String SERVICE = "dev.vertxmesh.bench.Echo";
  private static final String PROGRAMS = "dev.vertxmesh.bench.echo.";
  private static final int PORTS = 5;

  /** Of an HTTP/2 connection, unless the agent is told more. */
  private static final int MOST_STREAMS = 250;

  private final Children children;
  private final GrpcOptions options;
  private final Ports ports;

  private GrpcRun(Children children, GrpcOptions options) throws IOException {
    this.children = children;
    this.options = options;
    this.ports = Ports.of(PORTS, 0);
  }

  /**
   * What was seen at one level by one way.
   *
   * @param client the client's own report
   * @param cpuPer100k CPU seconds per 100,000 calls, by process, the client's too
   * @param peakRssMiB by process
   */
  record Outcome(
      String way,
      int inFlight,
      JsonObject client,
      Map<String, Double> cpuPer100k,
      Map<String, Double> peakRssMiB) {

    double callsPerSecond() {
      return client.getDouble("callsPerSecond");
    }

    long errors() {
      return client.getLong("errors");
    }

    JsonObject json() {
      return new JsonObject()
          .put("way", way)
          .put("inFlight", inFlight)
          .put("client", client)
          .put("cpuPer100k", new JsonObject(new LinkedHashMap<String, Object>(cpuPer100k)))
          .put("peakRssMiB", new JsonObject(new LinkedHashMap<String, Object>(peakRssMiB)));
    }
  }

  /**
   * @param way one of the servers, or both agents with ours behind them
   * @param folder for the registry's folder
   */
  static Outcome of(Children children, GrpcOptions options, String way, int inFlight, Path folder)
      throws IOException, InterruptedException {
    GrpcRun run = new GrpcRun(children, options);
    return way.equals(MESH) ? run.mesh(inFlight, folder) : run.straight(way, inFlight);
  }

  private Outcome straight(String way, int inFlight) throws IOException, InterruptedException {
    int port = ports.next();
    return measure(way, port, inFlight, List.of(server(way, port)));
  }

  private Outcome mesh(int inFlight, Path folder) throws IOException, InterruptedException {
    String registry = "file:" + Files.createTempDirectory(folder, "registry").toAbsolutePath();
    int grpc = ports.next();
    int port = ports.next();
    Child server = server(OURS, grpc);
    List<String> provider =
        Commands.agent(options.asContest(), "mesh-provider/target/mesh-provider.jar");
    provider.addAll(List.of("--port", "" + ports.next(), "--limit", "" + inFlight));
    provider.addAll(List.of("--grpc", "127.0.0.1:" + grpc, "--service", SERVICE));
    Child providerAgent = agent("provider-agent", provider, registry);
    List<String> consumer =
        Commands.agent(options.asContest(), "mesh-consumer/target/mesh-consumer.jar");
    consumer.addAll(List.of("--port", "" + port));
    int streams = Math.max(inFlight, MOST_STREAMS); // of one connection, which is all that there is
    consumer.addAll(List.of("--max-streams", "" + streams, "--max-streams-total", "" + streams));
    Child consumerAgent = agent("consumer-agent", consumer, registry);
    return measure(MESH, port, inFlight, List.of(consumerAgent, providerAgent, server));
  }

  private Child server(String way, int port) throws IOException, InterruptedException {
    Child server = children.start(way, program("EchoServer", way, "" + port));
    server.awaitLine("ready: ", Commands.START_PATIENCE);
    return server;
  }

  private static List<String> program(String name, String... arguments) {
    List<String> command = Commands.java();
    command.addAll(List.of("-Xmx512m", "-cp", "bench/target/bench.jar", PROGRAMS + name));
    command.addAll(List.of(arguments));
    return command;
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

  private Outcome measure(String way, int port, int inFlight, List<Child> processes)
      throws IOException, InterruptedException {
    List<String> command =
        program(
            "EchoClient",
            "" + port,
            "" + inFlight,
            "" + options.bytes,
            "" + options.warmupSeconds,
            "" + options.seconds);
    Child client = children.start("client", command);
    client.awaitLine(
        "measuring", Duration.ofSeconds(options.warmupSeconds).plus(Commands.START_PATIENCE));
    CpuMeter cpu = CpuMeter.start(processes);
    client.awaitSuccess(Duration.ofSeconds(options.seconds + 30L));
    JsonObject seen = new JsonObject(client.line("{").orElseThrow());
    Map<String, Double> used = new LinkedHashMap<>();
    Map<String, Double> peaks = new LinkedHashMap<>();
    used.put("client", seen.getDouble("cpuPer100k"));
    peaks.put("client", seen.getDouble("peakRssMiB"));
    used.putAll(cpu.per100k(seen.getLong("calls")));
    processes.forEach(process -> peaks.put(process.name(), process.peakRssMiB()));
    children.endAll();
    return new Outcome(way, inFlight, seen, used, peaks);
  }
}
