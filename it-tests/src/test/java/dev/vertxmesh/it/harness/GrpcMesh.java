package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A gRPC server, an agent beside it, and a consumer agent before both. */
public final class GrpcMesh implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(300);

  private final Agent provider;
  private final Agent consumer;

  /**
   * @param bridge flags of the provider agent: what it bridges to
   * @param flags more of them, for both agents
   */
  public GrpcMesh(Path folder, List<String> bridge, String... flags) {
    List<String> common = new ArrayList<>(Arrays.asList(flags));
    common.addAll(List.of("--registry", "file:" + folder.resolve("registry")));
    List<String> bridging = new ArrayList<>(common);
    bridging.addAll(bridge);
    this.provider = new Agent("mesh-provider", false, bridging);
    this.consumer = new Agent("mesh-consumer", false, Agent.patient(common));
  }

  /**
   * @param port of the server, on this machine
   * @param services that it has; none to have it asked
   * @param flags more of them, for both agents
   */
  public GrpcMesh(Path folder, int port, List<String> services, String... flags) {
    this(folder, bridge(port, services), flags);
  }

  /**
   * @param server started by the test
   */
  public GrpcMesh(Path folder, GrpcServer server, String... flags) {
    this(folder, bridge(server.port(), server.services()), flags);
  }

  /**
   * The flags that make an agent bridge to a server on this machine.
   *
   * @param services that it has; none to have it asked
   */
  public static List<String> bridge(int port, List<String> services) {
    List<String> bridge = new ArrayList<>(List.of("--grpc", "127.0.0.1:" + port));
    services.forEach(service -> bridge.addAll(List.of("--service", service)));
    return bridge;
  }

  private GrpcMesh(Agent provider, Agent consumer) {
    this.provider = provider;
    this.consumer = consumer;
  }

  /**
   * @param consumerFlags more of them, for the consumer agent only
   */
  public static GrpcMesh of(Path folder, GrpcServer server, List<String> consumerFlags) {
    GrpcMesh plain = new GrpcMesh(folder, server);
    List<String> flags = new ArrayList<>(consumerFlags);
    flags.addAll(List.of("--registry", "file:" + folder.resolve("registry")));
    return new GrpcMesh(plain.provider, new Agent("mesh-consumer", false, Agent.patient(flags)));
  }

  /** More flags for the agents' JVMs. */
  public GrpcMesh jvm(String... flags) {
    provider.jvm(List.of(flags));
    consumer.jvm(List.of(flags));
    return this;
  }

  /** For many calls: Netty follows some buffers of the agents and not every one. */
  public GrpcMesh underLoad() {
    provider.underLoad();
    consumer.underLoad();
    return this;
  }

  /** Starts the agents and waits until calls can be made. */
  public GrpcMesh start() {
    provider.launch();
    consumer.launch();
    provider.awaitReady();
    consumer.awaitReady();
    await().atMost(START).until(() -> provider.isReady() && openLinks() == 1);
    return this;
  }

  private double openLinks() {
    return consumer.metrics().sum("mesh_links", "state=\"open\"");
  }

  public Agent provider() {
    return provider;
  }

  public Agent consumer() {
    return consumer;
  }

  /** Waits until neither agent has anything left of a call. */
  public void awaitIdle() {
    await().until(() -> left(consumer) == 0 && left(provider) == 0);
  }

  private static double left(Agent agent) {
    Metrics metrics = agent.metrics();
    return metrics.sum("mesh_calls_in_flight")
        + metrics.sum("mesh_link_streams")
        + metrics.sum("mesh_link_unread_bytes")
        + metrics.sum("mesh_deadlines");
  }

  @Override
  public void close() {
    consumer.close();
    provider.close();
  }
}
