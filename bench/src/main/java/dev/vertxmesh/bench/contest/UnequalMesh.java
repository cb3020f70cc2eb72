package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three real providers with unequal numbers of threads, an agent beside each, and for each way to
 * spread calls a consumer agent. The provider agents have no weight; who is to know weights is told
 * them by a list.
 */
final class UnequalMesh {
  static final List<Integer> THREADS = List.of(50, 100, 150);

  /** Which provider gets sick: the others have room for its calls. */
  private static final int SICK = 1;

  private final Children children;
  private final BalanceOptions options;
  private final Ports ports;
  private final String registry;
  private final List<Child> providers = new ArrayList<>();
  private final List<Integer> agents = new ArrayList<>();
  private final Map<Spread, URI> urls = new EnumMap<>(Spread.class);
  private int orders;

  private UnequalMesh(Children children, BalanceOptions options, Path folder) throws IOException {
    this.children = children;
    this.options = options;
    this.ports = Ports.of(3 * THREADS.size() + 2 * Spread.values().length, 0);
    this.registry = Commands.registry(folder);
  }

  /** Starts all of it and comes back once every process says that it is ready. */
  static UnequalMesh start(Children children, BalanceOptions options, Path folder)
      throws IOException, InterruptedException {
    UnequalMesh mesh = new UnequalMesh(children, options, folder);
    for (int threads : THREADS) {
      mesh.startPair(threads);
    }
    for (Spread spread : Spread.values()) {
      mesh.startConsumer(spread);
    }
    return mesh;
  }

  private void startPair(int threads) throws IOException, InterruptedException {
    int dubbo = ports.next();
    String name = "provider-" + threads;
    providers.add(Commands.orderedProvider(children, name, dubbo, threads, options.delayMillis));
    int port = ports.next();
    agents.add(port);
    List<String> command = Commands.agent(options.agentJavaOpts, Commands.PROVIDER_JAR);
    command.addAll(List.of("--port", "" + port));
    command.addAll(List.of("--dubbo", "127.0.0.1:" + dubbo, "--service", Commands.HELLO));
    Commands.startAgent(children, name + "-agent", command, ports.next(), registry);
  }

  private void startConsumer(Spread spread) throws IOException, InterruptedException {
    int port = ports.next();
    List<String> command = Commands.agent(options.agentJavaOpts, Commands.CONSUMER_JAR);
    command.addAll(List.of("--port", "" + port, "--balance", spread.text()));
    command.addAll(spread.more());
    String name = "consumer-agent-" + spread.text();
    String where = spread.hasWeights() ? listWithWeights() : registry;
    Child agent = Commands.startAgent(children, name, command, ports.next(), where);
    URI url = URI.create("http://127.0.0.1:" + port + "/");
    agent.await(() -> ExactCheck.oneIsRight(url), "answers a call", Commands.START_PATIENCE);
    urls.put(spread, url);
  }

  /** The same provider agents with a weight for each: as their threads. */
  private String listWithWeights() {
    return IntStream.range(0, agents.size())
        .mapToObj(i -> "127.0.0.1:%d/%s;weight=%d".formatted(agents.get(i), Commands.HELLO, i + 1))
        .collect(Collectors.joining(",", "static:", ""));
  }

  /** Where the contest's form is answered. */
  String url(Spread spread) {
    return urls.get(spread).toString();
  }

  /** Gives the one provider that gets sick an order, and waits until it is done. */
  void order(String order) throws IOException, InterruptedException {
    Child provider = providers.get(SICK);
    provider.tell(order);
    provider.awaitLine("order " + ++orders + " done", Commands.START_PATIENCE);
  }

  /** Calls that the providers' thread pools have refused so far, by their own logs. */
  long poolsRefused() {
    return providers.stream().mapToLong(each -> each.linesWith(Commands.POOL_REFUSED)).sum();
  }
}
