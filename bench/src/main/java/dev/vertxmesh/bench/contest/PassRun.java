package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A native client's calls by one of two ways: straight to a provider, or through both agents. */
final class PassRun {
  private static final int PORTS = 6;

  private final Children children;
  private final PassThroughOptions options;
  private final Ports ports;

  private PassRun(Children children, PassThroughOptions options) throws IOException {
    this.children = children;
    this.options = options;
    this.ports = Ports.of(PORTS, 0);
  }

  /** Straight to the provider. */
  static ClientRun direct(Children children, PassThroughOptions options)
      throws IOException, InterruptedException {
    PassRun run = new PassRun(children, options);
    int dubbo = run.ports.next();
    return run.measure(dubbo, List.of(run.provider(dubbo)));
  }

  /** Through a consumer agent and a provider agent. */
  static ClientRun mesh(Children children, PassThroughOptions options, Path folder)
      throws IOException, InterruptedException {
    PassRun run = new PassRun(children, options);
    String registry = Commands.registry(folder);
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
    List<String> command = Commands.agent(options.agentJavaOpts, Commands.PROVIDER_JAR);
    command.addAll(List.of("--port", "" + ports.next(), "--limit", "" + options.inFlight));
    command.addAll(List.of("--dubbo", "127.0.0.1:" + dubbo, "--service", Commands.HELLO));
    return Commands.startAgent(children, "provider-agent", command, ports.next(), registry);
  }

  private Child consumerAgent(int dubboPort, String registry)
      throws IOException, InterruptedException {
    List<String> command = Commands.agent(options.agentJavaOpts, Commands.CONSUMER_JAR);
    command.addAll(List.of("--port", "0", "--dubbo-port", "" + dubboPort));
    return Commands.startAgent(children, "consumer-agent", command, ports.next(), registry);
  }

  private ClientRun measure(int port, List<Child> processes)
      throws IOException, InterruptedException {
    List<String> command = Commands.nativeClient(options.asContest(), port, options.inFlight);
    return ClientRun.of(
        children, "native-client", command, options.warmupSeconds, options.seconds, processes);
  }
}
