package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.Etcd;
import dev.vertxmesh.bench.contest.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An etcd, four providers, an agent beside each, and a consumer agent, which stay or come back; and
 * two agents that are guests, a provider's and a consumer's. Both Dubbo providers have {@link
 * Commands#HELLO}.
 */
final class SoakMesh {
  static final String PREFIX = "/soak";

  private static final String KV = "dev.vertxmesh.kvstore.KeyValueService";
  private static final int PORTS = 30;
  private static final int PROVIDER_DELAY_MILLIS = 5;
  private static final List<String> LEAKS =
      List.of("-Dio.netty.leakDetection.level=simple", "-jar");

  private final Children children;
  private final SoakOptions options;
  private final Ports ports = Ports.of(PORTS, 0);
  private final Map<String, Part> providers = new LinkedHashMap<>();
  private final Map<String, Part> agents = new LinkedHashMap<>();
  private final Map<String, Integer> adminPorts = new LinkedHashMap<>();
  private final Etcd etcd;
  private final Part etcdProcess;
  private final int port = ports.next();
  private final int dubboPort = ports.next();
  private final int guestPort = ports.next();
  private final Part guestProvider;
  private final Part guestConsumer;

  private SoakMesh(Children children, SoakOptions options, Path folder)
      throws IOException, InterruptedException {
    this.children = children;
    this.options = options;
    int clients = ports.next();
    etcd = new Etcd(clients);
    List<String> command =
        Etcd.command(
            options.etcd, Files.createTempDirectory(folder, "etcd"), clients, ports.next());
    etcdProcess = new Part(children, "etcd", command, etcd.health()).start();
    int dubbo = dubbo("dubbo-2.6", "samples/dubbo2/target/dubbo2.jar");
    bridge("dubbo-2.6", "--dubbo", dubbo, Commands.HELLO);
    bridge(
        "dubbo-3.3",
        "--dubbo",
        dubbo("dubbo-3.3", "samples/dubbo-provider/target/dubbo-provider.jar"),
        Commands.HELLO);
    bridge("kvstore", "--grpc", kvstore(), KV);
    bridge("streams", "--grpc", streams(), StreamServer.SERVICE);
    agents.put("consumer", consumer("consumer", port, "--dubbo-port", "" + dubboPort).start());
    guestProvider = provider("guest-provider", "--dubbo", dubbo, Commands.HELLO);
    guestConsumer = consumer("guest-consumer", guestPort);
  }

  /** Comes back once all but the guests say that they're ready. */
  static SoakMesh start(Children children, SoakOptions options, Path folder)
      throws IOException, InterruptedException {
    return new SoakMesh(children, options, folder);
  }

  private int dubbo(String name, String jar) throws IOException, InterruptedException {
    int at = ports.next();
    List<String> command = Commands.java();
    command.addAll(List.of("-Xmx256m", "-jar", jar, "--host", "127.0.0.1", "--port", "" + at));
    command.addAll(List.of("--delay", "" + PROVIDER_DELAY_MILLIS, "--threads", "200"));
    providers.put(name, new Part(children, name, command, null).start());
    return at;
  }

  private int kvstore() throws IOException, InterruptedException {
    int at = ports.next();
    List<String> command = Commands.java();
    command.addAll(List.of("-Xmx128m", "-jar", "samples/kvstore/target/kvstore.jar"));
    command.addAll(List.of("--port", "" + at, "--read-delay", "0", "--write-delay", "0"));
    providers.put("kvstore", new Part(children, "kvstore", command, null).start());
    return at;
  }

  private int streams() throws IOException, InterruptedException {
    int at = ports.next();
    List<String> command = Commands.java();
    command.addAll(List.of("-Xmx128m", "-cp", "bench/target/bench.jar"));
    command.addAll(List.of(StreamServer.class.getName(), "" + at));
    providers.put("streams", new Part(children, "streams", command, null).start());
    return at;
  }

  private void bridge(String name, String to, int at, String service)
      throws IOException, InterruptedException {
    agents.put(name, provider("agent-of-" + name, to, at, service).start());
  }

  private Part provider(String name, String to, int at, String service) {
    return agent(
        name,
        Commands.PROVIDER_JAR,
        "--port",
        "" + ports.next(),
        to,
        "127.0.0.1:" + at,
        "--service",
        service);
  }

  private Part consumer(String name, int at, String... more) {
    List<String> flags = new ArrayList<>(List.of("--port", "" + at));
    flags.addAll(List.of(more));
    return agent(name, Commands.CONSUMER_JAR, flags.toArray(String[]::new));
  }

  private Part agent(String name, String jar, String... flags) {
    int admin = ports.next();
    adminPorts.put(name, admin);
    List<String> command = Commands.java();
    command.addAll(List.of(options.agentJavaOpts.trim().split("\\s+")));
    command.addAll(LEAKS);
    command.add(jar);
    command.addAll(List.of(flags));
    command.addAll(List.of("--admin-port", "" + admin, "--registry", etcd.registry(PREFIX)));
    URI ready = URI.create("http://127.0.0.1:" + admin + "/health/ready");
    return new Part(children, name, command, ready);
  }

  /** The consumer agent's, for HTTP and gRPC. */
  int port() {
    return port;
  }

  int dubboPort() {
    return dubboPort;
  }

  int guestPort() {
    return guestPort;
  }

  Etcd etcd() {
    return etcd;
  }

  Part etcdProcess() {
    return etcdProcess;
  }

  /** By what they are. */
  Map<String, Part> providers() {
    return providers;
  }

  /** Those that never end: each provider's by its name, and the consumer's. */
  Map<String, Part> agents() {
    return agents;
  }

  Part guestProvider() {
    return guestProvider;
  }

  Part guestConsumer() {
    return guestConsumer;
  }

  URI metrics(Part agent) {
    return URI.create("http://127.0.0.1:" + adminPorts.get(agent.name()) + "/metrics");
  }

  /** Every start of every agent, guests too. */
  Stream<Child> allAgents() {
    return Stream.concat(agents.values().stream(), Stream.of(guestProvider, guestConsumer))
        .flatMap(part -> part.starts().stream());
  }
}
