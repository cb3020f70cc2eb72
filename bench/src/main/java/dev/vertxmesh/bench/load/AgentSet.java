package dev.vertxmesh.bench.load;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The agents of one build: a consumer's, one beside a Dubbo provider and one beside a gRPC server,
 * with the memory that the README promises.
 */
public final class AgentSet {
  public static final String CONSUMER = "consumer";
  public static final String DUBBO = "provider-dubbo";
  public static final String GRPC = "provider-grpc";

  /** More than any run has in flight: nothing is refused. */
  private static final String LIMIT = "2000";

  /** Of the consumer's agent three, of the others two each. */
  private static final int PORTS = 7;

  private final Children children;
  private final AgentPlan plan;
  private final Ports ports;
  private final Path registry;
  private final int port;
  private final int dubboPort;
  private final Map<String, Child> agents = new LinkedHashMap<>();
  private final Map<String, Integer> admins = new LinkedHashMap<>();
  private final Map<String, ThreadMeter> meters = new LinkedHashMap<>();

  private AgentSet(Children children, AgentPlan plan, Path folder) throws IOException {
    this.children = children;
    this.plan = plan;
    this.ports = Ports.of(PORTS, 0);
    this.registry = Files.createTempDirectory(folder, "registry").toAbsolutePath();
    this.port = ports.next();
    this.dubboPort = ports.next();
  }

  /**
   * Starts them and doesn't wait.
   *
   * @param folder for the registry
   */
  public static AgentSet start(Children children, AgentPlan plan, Path folder, CheapPeers peers)
      throws IOException {
    AgentSet set = new AgentSet(children, plan, folder);
    set.startProvider(DUBBO, Commands.HELLO, "--dubbo", peers.dubboPort());
    set.startProvider(GRPC, CheapPeers.ECHO, "--grpc", peers.grpcPort());
    set.startAgent(
        CONSUMER,
        "mesh-consumer",
        List.of("--port", "" + set.port, "--dubbo-port", "" + set.dubboPort));
    return set;
  }

  private void startProvider(String agent, String service, String to, int at) throws IOException {
    List<String> flags = new ArrayList<>(List.of("--port", "" + ports.next(), "--limit", LIMIT));
    flags.addAll(List.of("--service", service, to, "127.0.0.1:" + at));
    startAgent(agent, "mesh-provider", flags);
  }

  private void startAgent(String agent, String module, List<String> flags) throws IOException {
    List<String> command = Commands.agent(plan.javaOpts(), jar(module).toString());
    int admin = ports.next();
    command.addAll(flags);
    command.addAll(List.of("--admin-port", "" + admin, "--registry", "file:" + registry));
    command.addAll(plan.flags());
    agents.put(agent, children.start(plan.name() + "-" + agent, command));
    admins.put(agent, admin);
  }

  private Path jar(String module) {
    String file = module + ".jar";
    return plan.jars() == null ? Path.of(module, "target", file) : plan.jars().resolve(file);
  }

  /** Waits until all are ready, and connects to their meters. */
  public void awaitReady() throws IOException, InterruptedException {
    for (Map.Entry<String, Child> each : agents.entrySet()) {
      Child agent = each.getValue();
      agent.awaitAnswer(admin(each.getKey(), "/health/ready"));
      meters.put(each.getKey(), ThreadMeter.of(agent));
    }
  }

  /** Of the admin port of one of them. */
  public URI admin(String agent, String path) {
    return URI.create("http://127.0.0.1:" + admins.get(agent) + path);
  }

  /** For HTTP and gRPC. */
  public int port() {
    return port;
  }

  public int dubboPort() {
    return dubboPort;
  }

  /** The folder where they find one another. */
  public Path registry() {
    return registry;
  }

  /** One of them, by the names above. */
  public Child agent(String agent) {
    return agents.get(agent);
  }

  /** Of one of them. */
  public ThreadMeter meter(String agent) {
    return meters.get(agent);
  }

  /** Asks all to end, and waits for that. */
  public void end() throws InterruptedException {
    meters.values().forEach(ThreadMeter::close);
    agents.values().forEach(Child::signal);
    for (Child agent : agents.values()) {
      agent.awaitEnd();
    }
  }
}
