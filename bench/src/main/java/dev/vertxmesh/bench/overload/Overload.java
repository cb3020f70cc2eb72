package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.bench.contest.Table;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Offers ten times the capacity to one provider behind both agents, and prints what comes of it.
 */
@Command(
    name = "bench/overload",
    description = "Ten times the load that a provider can take, in a closed and in an open loop.")
public final class Overload implements Callable<Integer> {

  private static final Path FOLDER = Path.of("bench/target/overload");
  private static final String SERVICE = "com.alibaba.dubbo.performance.demo.provider.IHelloService";
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final int PORTS = 5;

  /** How long the load after the load is looked at. */
  private static final int AFTER_SECONDS = 5;

  @Mixin private OverloadOptions options = new OverloadOptions();

  private Child consumer;
  private Child provider;
  private int consumerPort;
  private int consumerAdmin;
  private int providerAdmin;

  private Overload() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Overload()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    try (Children children = new Children(FOLDER)) {
      Runtime.getRuntime().addShutdownHook(new Thread(children::close)); // Ctrl-C
      start(children);
      Progress.say("capacity: %d connections", options.few);
      Seen capacity = measure(options.few, 0, options.warmupSeconds);
      Progress.say("closed loop: %d connections", options.connections);
      Stretch closed = overload(capacity, options.connections, 0);
      double calls = options.times * capacity.goodput();
      Progress.say("open loop: %.0f calls/s, %d connections", calls, options.openConnections);
      Stretch open = overload(capacity, options.openConnections, calls);
      System.out.print(text(capacity, closed, open));
      System.out.print(refusals());
      return 0;
    }
  }

  private void start(Children children) throws IOException, InterruptedException {
    Ports ports = Ports.of(PORTS + 1, 0);
    String registry = "file:" + Files.createTempDirectory(FOLDER, "registry").toAbsolutePath();
    int dubbo = ports.next();
    Child served = children.start("provider", dubbo(dubbo));
    served.awaitLine("ready: ", START_PATIENCE);
    consumerPort = ports.next();
    consumerAdmin = ports.next();
    providerAdmin = ports.next();
    String of = "--registry " + registry;
    String first = "--port %d --dubbo 127.0.0.1:%d --service " + SERVICE;
    provider =
        children.start(
            "provider-agent",
            agent("provider", providerAdmin, first.formatted(ports.next(), dubbo), of));
    String port = "--port %d %s".formatted(consumerPort, options.consumerOptions);
    consumer = children.start("consumer-agent", agent("consumer", consumerAdmin, port, of));
    provider.await(() -> status(providerAdmin, "/health/ready") == 200, "ready", START_PATIENCE);
    consumer.await(this::isReached, "reaches the provider", START_PATIENCE);
  }

  private boolean isReached() {
    return get(consumerAdmin, "/topology").contains("\"state\":\"open\"");
  }

  private List<String> dubbo(int port) {
    String flags = "--host 127.0.0.1 --port %d --delay %d --threads %d";
    List<String> command = new ArrayList<>(List.of("java", "-jar"));
    command.add("samples/dubbo2/target/dubbo2.jar");
    command.addAll(words(flags.formatted(port, options.delayMillis, options.threads)));
    return command;
  }

  private List<String> agent(String kind, int admin, String... flags) {
    List<String> command = new ArrayList<>(List.of("java"));
    command.addAll(words(options.agentJavaOpts));
    command.addAll(List.of("-jar", "mesh-%s/target/mesh-%s.jar".formatted(kind, kind)));
    command.addAll(List.of("--admin-port", "" + admin));
    command.addAll(words(String.join(" ", flags)));
    return command;
  }

  private static List<String> words(String text) {
    return List.of(text.trim().split("\\s+"));
  }

  private Seen measure(int connections, double calls, int warmupSeconds)
      throws InterruptedException {
    try (Load load = new Load(consumerPort, connections, calls)) {
      load.start();
      Thread.sleep(warmupSeconds * 1_000L);
      load.take();
      Thread.sleep(options.seconds * 1_000L);
      return load.take();
    }
  }

  /**
   * What was seen of an overload.
   *
   * @param goodput calls answered with 200, as a part of the capacity
   * @param recoverySeconds from the load's end to the last call of the next one that went wrong
   */
  private record Stretch(
      Seen seen, double goodput, double recoverySeconds, Watch consumer, Watch provider) {}

  private Stretch overload(Seen capacity, int connections, double calls)
      throws InterruptedException {
    try (Watch front = new Watch(consumer, consumerAdmin);
        Watch back = new Watch(provider, providerAdmin)) {
      Seen seen = measure(connections, calls, 2);
      long end = System.nanoTime();
      Seen after;
      try (Load load = new Load(consumerPort, options.few, 0)) {
        load.start();
        Thread.sleep(AFTER_SECONDS * 1_000L);
        after = load.take();
      }
      double recovery = after.lastBadNanos == 0 ? 0 : (after.lastBadNanos - end) / 1e9;
      return new Stretch(seen, seen.goodput() / capacity.goodput(), recovery, front, back);
    }
  }

  private String text(Seen capacity, Stretch closed, Stretch open) {
    Table table =
        new Table()
            .row("", "capacity", "closed loop", "open loop")
            .row("connections", options.few, options.connections, options.openConnections)
            .row("calls/s offered", capacity.offered(), of(closed).offered(), of(open).offered())
            .row("goodput, calls/s", capacity.goodput(), of(closed).goodput(), of(open).goodput())
            .row("of the capacity", 1.0, closed.goodput, open.goodput);
    for (double part : new double[] {0.5, 0.99}) {
      String name = "p%.0f, ms, ".formatted(part * 100);
      table.row(
          name + "taken",
          capacity.taken.millis(part),
          of(closed).taken.millis(part),
          of(open).taken.millis(part));
      table.row(
          name + "refused",
          capacity.refused.millis(part),
          of(closed).refused.millis(part),
          of(open).refused.millis(part));
    }
    table
        .row("neither 200 nor 503", capacity.other, of(closed).other, of(open).other)
        .row("connections closed", capacity.closed, of(closed).closed, of(open).closed)
        .row("recovery, s", "", closed.recoverySeconds, open.recoverySeconds);
    watched(table, "consumer-agent", closed.consumer, open.consumer);
    watched(table, "provider-agent", closed.provider, open.provider);
    return "%d threads x %d ms, agents with %s%n%n%s"
        .formatted(options.threads, options.delayMillis, options.agentJavaOpts, table);
  }

  private static Seen of(Stretch stretch) {
    return stretch.seen;
  }

  private static void watched(Table table, String name, Watch closed, Watch open) {
    table
        .row(name + ": health answered", "", closed.health(), open.health())
        .row("  slowest, ms", "", closed.longestMillis(), open.longestMillis())
        .row("  MiB before", "", closed.rssBefore(), open.rssBefore())
        .row("  MiB at the peak", "", closed.rssPeak(), open.rssPeak());
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
                  HttpRequest.newBuilder(uri).timeout(START_PATIENCE).build(),
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
