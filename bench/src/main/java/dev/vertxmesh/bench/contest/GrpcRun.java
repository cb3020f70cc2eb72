package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
  private final GrpcTimes options;
  private final Ports ports;

  private GrpcRun(Children children, GrpcTimes options) throws IOException {
    this.children = children;
    this.options = options;
    this.ports = Ports.of(PORTS, 0);
  }

  /**
   * What the client keeps going.
   *
   * @param inFlight messages at a time
   * @param bytes of each
   * @param streams at a time; 0 where each message is a unary call
   */
  record Load(int inFlight, int bytes, int streams) {}

  /** What was seen with one load by one way. */
  record Outcome(String way, Load load, ClientRun seen) {
    JsonObject json() {
      return new JsonObject()
          .put("way", way)
          .put("inFlight", load.inFlight)
          .put("bytes", load.bytes)
          .put("streams", load.streams)
          .mergeIn(seen.json());
    }
  }

  /**
   * @param way one of the servers, or both agents with ours behind them
   * @param folder for the registry's folder
   */
  static Outcome of(Children children, GrpcTimes options, String way, Load load, Path folder)
      throws IOException, InterruptedException {
    GrpcRun run = new GrpcRun(children, options);
    return way.equals(MESH) ? run.mesh(load, folder) : run.straight(way, load);
  }

  private Outcome straight(String way, Load load) throws IOException, InterruptedException {
    int port = ports.next();
    return measure(way, port, load, List.of(server(way, port)));
  }

  private Outcome mesh(Load load, Path folder) throws IOException, InterruptedException {
    String registry = Commands.registry(folder);
    int grpc = ports.next();
    int port = ports.next();
    Child server = server(OURS, grpc);
    List<String> provider = Commands.agent(options.agentJavaOpts, Commands.PROVIDER_JAR);
    provider.addAll(List.of("--port", "" + ports.next(), "--limit", "" + load.inFlight));
    provider.addAll(List.of("--grpc", "127.0.0.1:" + grpc, "--service", SERVICE));
    Child providerAgent =
        Commands.startAgent(children, "provider-agent", provider, ports.next(), registry);
    List<String> consumer = Commands.agent(options.agentJavaOpts, Commands.CONSUMER_JAR);
    consumer.addAll(List.of("--port", "" + port));
    int streams =
        Math.max(load.inFlight, MOST_STREAMS); // of one connection, which is all that there is
    consumer.addAll(List.of("--max-streams", "" + streams, "--max-streams-total", "" + streams));
    Child consumerAgent =
        Commands.startAgent(children, "consumer-agent", consumer, ports.next(), registry);
    return measure(MESH, port, load, List.of(consumerAgent, providerAgent, server));
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

  private Outcome measure(String way, int port, Load load, List<Child> processes)
      throws IOException, InterruptedException {
    List<String> command =
        program(
            "EchoClient",
            "" + port,
            "" + load.inFlight,
            "" + load.bytes,
            "" + options.warmupSeconds,
            "" + options.seconds,
            "" + load.streams);
    return new Outcome(
        way,
        load,
        ClientRun.of(
            children, "client", command, options.warmupSeconds, options.seconds, processes));
  }
}
