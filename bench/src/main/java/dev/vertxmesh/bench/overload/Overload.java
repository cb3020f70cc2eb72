package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.bench.contest.Progress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Offers ten times the capacity to one provider behind both agents, and prints what comes of it.
 */
@Command(
    name = "bench/overload",
    description = "Ten times the load that a provider can take, in a closed and in an open loop.")
public final class Overload extends Bench {

  private static final Path FOLDER = Path.of("bench/target/overload");
  private static final int PORTS = 5;

  /** How long the load after the load is looked at. */
  private static final int AFTER_SECONDS = 5;

  @Mixin private OverloadOptions options = new OverloadOptions();

  private Child consumer;
  private Child provider;
  private Child dubboProvider;
  private int consumerPort;
  private int consumerAdmin;
  private int providerAdmin;

  private Overload() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Overload(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Children children = Children.in(FOLDER)) {
      if (options.greedy) {
        Greedy greedy = new Greedy(options);
        options.consumerOptions += " --limits " + greedy.limits(FOLDER);
        start(children);
        System.out.print(greedy.measure(consumerPort));
        return 0;
      }
      start(children);
      Progress.say("warm-up: %d connections", options.connections);
      measure(options.connections, 0, false, options.warmupSeconds); // what refuses is compiled too
      Progress.say("capacity: %d connections", options.few);
      Seen capacity = measure(options.few, 0, false, options.warmupSeconds);
      Progress.say("closed loop: %d connections", options.connections);
      Stretch closed = overload(capacity, options.connections, 0, false);
      Progress.say("closed loop: %d connections that wait after a refusal", options.connections);
      Stretch patient = overload(capacity, options.connections, 0, true);
      double calls = options.times * capacity.goodput();
      Progress.say("open loop: %.0f calls/s, %d connections", calls, options.openConnections);
      Stretch open = overload(capacity, options.openConnections, calls, false);
      System.out.print(new OverloadReport(options, capacity, List.of(closed, patient, open)));
      System.out.print(refusals());
      return 0;
    }
  }

  private void start(Children children) throws IOException, InterruptedException {
    Ports ports = Ports.of(PORTS + 1, 0);
    String registry = Commands.registry(FOLDER);
    int dubbo = ports.next();
    dubboProvider = children.start("provider", dubbo(dubbo));
    dubboProvider.awaitLine("ready: ", Commands.START_PATIENCE);
    consumerPort = ports.next();
    consumerAdmin = ports.next();
    providerAdmin = ports.next();
    String of = "--registry " + registry;
    String first = "--port %d --dubbo 127.0.0.1:%d --service " + Commands.HELLO;
    provider =
        children.start(
            "provider-agent",
            agent("provider", providerAdmin, first.formatted(ports.next(), dubbo), of));
    String port = "--port %d %s".formatted(consumerPort, options.consumerOptions);
    consumer = children.start("consumer-agent", agent("consumer", consumerAdmin, port, of));
    provider.await(
        () -> status(providerAdmin, "/health/ready") == 200, "ready", Commands.START_PATIENCE);
    consumer.await(this::isReached, "reaches the provider", Commands.START_PATIENCE);
  }

  private boolean isReached() {
    return get(consumerAdmin, "/topology").contains("\"state\":\"open\"");
  }

  private List<String> dubbo(int port) {
    String flags = "--host 127.0.0.1 --port %d --delay %d --threads %d";
    List<String> command = pinned();
    command.add("-jar");
    command.add("samples/dubbo2/target/dubbo2.jar");
    command.addAll(words(flags.formatted(port, options.delayMillis, options.threads)));
    return command;
  }

  private List<String> agent(String kind, int admin, String... flags) {
    List<String> command = pinned();
    command.addAll(words(options.agentJavaOpts));
    command.addAll(List.of("-jar", "mesh-%s/target/mesh-%s.jar".formatted(kind, kind)));
    command.addAll(List.of("--admin-port", "" + admin));
    command.addAll(words(String.join(" ", flags)));
    return command;
  }

  private List<String> pinned() {
    String on = options.cpus.isEmpty() ? "" : "taskset -c " + options.cpus + " ";
    return new ArrayList<>(words(on + "java"));
  }

  private static List<String> words(String text) {
    return List.of(text.trim().split("\\s+"));
  }

  private Seen measure(int connections, double calls, boolean patient, int warmupSeconds)
      throws InterruptedException {
    try (Load load = new Load(consumerPort, connections, calls, patient)) {
      load.start();
      Thread.sleep(warmupSeconds * 1_000L);
      load.take();
      CpuSeconds before = CpuSeconds.of(consumer, provider, dubboProvider);
      Thread.sleep(options.seconds * 1_000L);
      Seen seen = load.take();
      seen.cpu = CpuSeconds.of(consumer, provider, dubboProvider).since(before);
      return seen;
    }
  }

  /**
   * What was seen of an overload.
   *
   * @param goodput calls answered with 200, as a part of the capacity
   * @param recoverySeconds from the load's end to the last call of the next one that went wrong
   */
  record Stretch(
      Seen seen,
      int connections,
      double goodput,
      double recoverySeconds,
      Watch consumer,
      Watch provider) {}

  private Stretch overload(Seen capacity, int connections, double calls, boolean patient)
      throws InterruptedException {
    try (Watch front = new Watch(consumer, consumerAdmin);
        Watch back = new Watch(provider, providerAdmin)) {
      Seen seen = measure(connections, calls, patient, 2);
      long end = System.nanoTime();
      Seen after;
      try (Load load = new Load(consumerPort, options.few, 0, false)) {
        load.start();
        Thread.sleep(AFTER_SECONDS * 1_000L);
        after = load.take();
      }
      double recovery = after.lastBadNanos == 0 ? 0 : (after.lastBadNanos - end) / 1e9;
      double part = seen.goodput() / capacity.goodput();
      return new Stretch(seen, connections, part, recovery, front, back);
    }
  }

  private String refusals() {
    return get(consumerAdmin, "/metrics")
        .lines()
        .filter(line -> line.startsWith("mesh_refusals_total"))
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  private static int status(int port, String path) {
    return ask(port, path) == null ? 0 : 200;
  }

  private static String get(int port, String path) {
    String body = ask(port, path);
    return body == null ? "" : body;
  }

  /** The body of an answer with 200; null if there's none. */
  private static String ask(int port, String path) {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    try {
      var answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(uri).timeout(Commands.START_PATIENCE).build(),
                  BodyHandlers.ofString());
      return answer.statusCode() == 200 ? answer.body() : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
