package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Real providers, an agent beside each, and one consumer agent in front. */
final class Mesh {
  private static final int PROVIDER_THREADS = 200;

  private final Children children;
  private final ContestOptions options;
  private final Ports ports;
  private final String registry;
  private final List<Child> providers = new ArrayList<>();
  private final List<Child> agents = new ArrayList<>();
  private URI url;

  private Mesh(Children children, ContestOptions options, Ports ports, String registry) {
    this.children = children;
    this.options = options;
    this.ports = ports;
    this.registry = registry;
  }

  /** Starts all of it and comes back once every process says that it is ready. */
  static Mesh start(Children children, ContestOptions options, Path folder)
      throws IOException, InterruptedException {
    String registry = Commands.registry(folder);
    int ports = 2 + 3 * options.weights.size(); // of the consumer agent, and of each pair
    Mesh mesh = new Mesh(children, options, Ports.of(ports, options.basePort), registry);
    for (int i = 0; i < options.weights.size(); i++) {
      mesh.startPair(i + 1, options.weights.get(i));
    }
    mesh.startConsumer();
    return mesh;
  }

  private void startPair(int number, int weight) throws IOException, InterruptedException {
    int dubboPort = ports.next();
    providers.add(
        Commands.provider(children, options, "provider-" + number, dubboPort, PROVIDER_THREADS));
    List<String> command = Commands.agent(options.agentJavaOpts, Commands.PROVIDER_JAR);
    command.addAll(List.of("--port", "" + ports.next()));
    command.addAll(List.of("--dubbo", "127.0.0.1:" + dubboPort, "--service", Commands.HELLO));
    command.addAll(List.of("--weight", "" + weight));
    agents.add(
        Commands.startAgent(children, "provider-agent-" + number, command, ports.next(), registry));
  }

  private void startConsumer() throws IOException, InterruptedException {
    int port = ports.next();
    List<String> command = Commands.agent(options.agentJavaOpts, Commands.CONSUMER_JAR);
    command.addAll(List.of("--port", "" + port));
    agents.add(Commands.startAgent(children, "consumer-agent", command, ports.next(), registry));
    url = URI.create("http://127.0.0.1:" + port + "/");
  }

  /** Where the contest's form is answered. */
  URI url() {
    return url;
  }

  List<Child> providers() {
    return providers;
  }

  List<Child> agents() {
    return agents;
  }

  /** Agents and providers, in the order of a call's way. */
  List<Child> all() {
    List<Child> all = new ArrayList<>();
    all.add(agents.get(agents.size() - 1));
    all.addAll(agents.subList(0, agents.size() - 1));
    all.addAll(providers);
    return all;
  }
}
