package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.samples.contest.CallTimes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes: one real Dubbo provider, an agent beside it and one in front, and a native client
 * of the same provider.
 */
final class OpenParts {
  private static final String DUBBO = "samples/dubbo2/target/dubbo2.jar";
  private static final int PORTS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Children children;
  private final OpenOptions options;
  private final Path folder;
  private final Ports ports;
  private final int port;
  private final int consumerAdmin;
  private final int providerAdmin;
  private final Child dubbo;
  private final Child provider;
  private final Child consumer;
  private final Child nativeClient;
  private int turns;

  /**
   * Starts all, and comes back once they're ready.
   *
   * @param folder for the registry, and for what the client sees
   */
  OpenParts(Children children, OpenOptions options, Path folder)
      throws IOException, InterruptedException {
    this.children = children;
    this.options = options;
    this.folder = folder;
    this.ports = Ports.of(PORTS, 0);
    String registry = Commands.registry(folder);
    port = ports.next();
    consumerAdmin = ports.next();
    providerAdmin = ports.next();
    int dubboPort = ports.next();
    dubbo = startDubbo(dubboPort);
    provider =
        agent(
            "provider-agent",
            Commands.PROVIDER_JAR,
            providerAdmin,
            registry,
            "--port %d --dubbo 127.0.0.1:%d --service %s %s"
                .formatted(ports.next(), dubboPort, Commands.HELLO, options.providerOptions));
    consumer =
        agent(
            "consumer-agent",
            Commands.CONSUMER_JAR,
            consumerAdmin,
            registry,
            "--port %d %s".formatted(port, options.consumerOptions));
    nativeClient = startClient(dubboPort);
  }

  private Child startDubbo(int dubboPort) throws IOException, InterruptedException {
    List<String> command = Commands.java();
    String flags = "-jar %s --host 127.0.0.1 --port %d --delay %d --threads %d";
    command.addAll(words(flags.formatted(DUBBO, dubboPort, options.delayMillis, options.threads)));
    Child started = children.start("provider", command);
    started.awaitLine("ready: ", Commands.START_PATIENCE);
    return started;
  }

  private Child startClient(int dubboPort) throws IOException, InterruptedException {
    List<String> command = Commands.java();
    command.addAll(words("-jar %s turns dubbo://127.0.0.1:%d".formatted(DUBBO, dubboPort)));
    Child started = children.start("native-client", command);
    started.awaitLine("ready: ", Commands.START_PATIENCE);
    return started;
  }

  private Child agent(String name, String jar, int admin, String registry, String flags)
      throws IOException, InterruptedException {
    List<String> command = Commands.agent(options.agentJavaOpts, jar);
    command.addAll(words(flags));
    return Commands.startAgent(children, name, command, admin, registry);
  }

  private static List<String> words(String text) {
    return new ArrayList<>(List.of(text.trim().split("\\s+")));
  }

  /** Of the mesh, for the form. */
  int port() {
    return port;
  }

  Child consumer() {
    return consumer;
  }

  Child provider() {
    return provider;
  }

  Child dubbo() {
    return dubbo;
  }

  /** Where both agents tell their figures. */
  List<URI> metrics() {
    return List.of(metrics(consumerAdmin), metrics(providerAdmin));
  }

  private static URI metrics(int admin) {
    return URI.create("http://127.0.0.1:" + admin + "/metrics");
  }

  /**
   * A turn of the native client.
   *
   * @param rate calls a second; 0 for a closed loop
   * @param inFlight calls of the closed loop
   */
  CallTimes nativeTurn(double rate, int inFlight, int millis)
      throws IOException, InterruptedException {
    Path file = folder.resolve("native-" + ++turns).toAbsolutePath();
    nativeClient.tell("%s %d %d %s".formatted(rate, inFlight, millis, file));
    nativeClient.awaitLine("done " + file, Duration.ofMillis(millis).plus(PATIENCE));
    CallTimes times = CallTimes.read(file);
    Files.delete(file);
    return times;
  }
}
