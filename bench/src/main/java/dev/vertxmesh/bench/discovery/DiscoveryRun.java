package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The steps of a run with many services. */
final class DiscoveryRun {
  private static final String ALONE = "alone";
  private static final String ALL = "all";
  private static final String MANY = "many";
  private static final int NO_SERVICE = 404;
  private static final int CONSUMERS = 4;
  private static final long LOOK_MILLIS = 2;

  /** So that each change is alone: what comes in a burst is applied together. */
  private static final long PAUSE_MILLIS = 200;

  /** Until a registry that is asked for services now and then has said that there's a new one. */
  private static final long HEARD_MILLIS = 4_000;

  /**
   * A cold start with all.
   *
   * @param readyMillis from the JVM's start until ready
   * @param knownMillis from the process's start until all were known
   * @param cpuSeconds that the agent had used by then
   * @param serverSeconds the same of the registry meanwhile
   */
  record Start(double readyMillis, double knownMillis, double cpuSeconds, double serverSeconds) {}

  /**
   * What was measured.
   *
   * @param instances with all
   * @param readyAloneMillis from the JVM's start until ready, with one instance
   * @param starts with all
   * @param dubbo the same of a consumer of Dubbo's own; null where it has no such registry
   * @param changeMillis from when the registry sent a change until the consumer agent calls by it
   * @param bytesEach of the consumer agent's heap, for each instance
   * @param idle of one that follows nothing of many; null where that isn't asked for
   * @param few of one that follows some of them
   */
  record Outcome(
      int instances,
      double readyAloneMillis,
      List<Start> starts,
      Start dubbo,
      double[] changeMillis,
      double bytesEach,
      Consumer.Memory idle,
      Consumer.Memory few) {

    /** The one that took longest. */
    Start slowest() {
      return starts.stream().max(Comparator.comparingDouble(Start::knownMillis)).orElseThrow();
    }
  }

  private final Children children;
  private final DiscoveryOptions options;
  private final Ports ports;
  private final Stock stock;

  private DiscoveryRun(Children children, DiscoveryOptions options, Ports ports, Stock stock) {
    this.children = children;
    this.options = options;
    this.ports = ports;
    this.stock = stock;
  }

  static Outcome run(Children children, DiscoveryOptions options, Path folder)
      throws IOException, InterruptedException {
    if (!options.jar) {
      Commands.archive(children, options.distribution);
    }
    Ports ports = Ports.of(Stock.PORTS + (CONSUMERS + options.starts) * Consumer.PORTS, 0);
    try (Stock stock = options.registry.start(children, options, ports, folder)) {
      return new DiscoveryRun(children, options, ports, stock).outcome();
    }
  }

  private Outcome outcome() throws IOException, InterruptedException {
    List<Instance> all = instances(ALL, options.services);
    stock.put(ALONE, instances(ALONE, 1).subList(0, 1));
    stock.put(ALL, all);
    Consumer alone = start(ALONE, follow(ALONE));
    alone.awaitKnown(1, 1);
    final long least = alone.collected().heapBytes();
    alone.end();
    List<Start> starts = new ArrayList<>();
    Consumer consumer = coldStart(all, starts);
    while (starts.size() < options.starts) {
      consumer.end();
      consumer = coldStart(all, starts);
    }
    final long most = consumer.collected().heapBytes();
    double[] changes = changes(consumer, all.size());
    consumer.end();
    Start dubbo =
        stock.dubboRegistry(ALL) == null
            ? null
            : DubboConsumer.start(children, stock, ALL, service(ALL, ""), options);
    Consumer.Memory idle = null;
    Consumer.Memory few = null;
    if (stock.isSelective() && options.many > 0) {
      stock.put(MANY, instances(MANY, options.many));
      idle = memory("idle", List.of(), 0);
      String some =
          IntStream.range(0, options.few)
              .mapToObj(i -> service(MANY, i * (options.many / options.few)))
              .collect(Collectors.joining(","));
      few = memory("few", List.of("--subscribe", some), options.few * options.instances);
    }
    return new Outcome(
        all.size(),
        alone.readyMillis(),
        starts,
        dubbo,
        changes,
        (double) (most - least) / (all.size() - 1),
        idle,
        few);
  }

  private Consumer coldStart(List<Instance> all, List<Start> starts)
      throws IOException, InterruptedException {
    double before = stock.server().cpuSeconds();
    Consumer consumer = start(ALL, follow(ALL));
    double knownMillis = consumer.awaitKnown(addresses(all), all.size());
    double server = stock.server().cpuSeconds() - before;
    starts.add(new Start(consumer.readyMillis(), knownMillis, consumer.cpuSeconds(), server));
    return consumer;
  }

  private Consumer.Memory memory(String name, List<String> flags, int known)
      throws IOException, InterruptedException {
    Consumer consumer =
        new Consumer(children, options, ports, "consumer-" + name, stock.registry(MANY), flags);
    if (known > 0) {
      consumer.awaitKnown(known, known);
    }
    Consumer.Memory memory = consumer.memory();
    consumer.end();
    return memory;
  }

  private static int addresses(List<Instance> all) {
    return (int) all.stream().map(Instance::address).distinct().count();
  }

  private List<String> follow(String place) {
    return stock.isSelective() ? List.of("--subscribe", service(place, "*")) : List.of();
  }

  private static String service(String place, Object name) {
    return "com.example.%s.Service%s".formatted(place, name);
  }

  /**
   * Where nobody listens. Those of one application are at the same addresses, unless it's agents
   * that say who is there: each of them has an address of its own, as it may have any services.
   */
  private List<Instance> instances(String place, int services) {
    List<Instance> all = new ArrayList<>();
    int perApplication = stock.isSelective() ? options.perApplication : 1;
    for (int service = 0; service < services; service++) {
      int application = service / perApplication;
      for (int i = 0; i < options.instances; i++) {
        int number = application * options.instances + i;
        all.add(instance(service(place, service), place + "-app" + application, number));
      }
    }
    return all;
  }

  private static Instance instance(String service, String application, int number) {
    String host =
        "127.%d.%d.%d".formatted(1 + number / 62_500, number / 250 % 250, 1 + number % 250);
    return new Instance(
        "instance-" + number,
        host,
        30_000,
        List.of(ServiceKey.of(service)),
        1,
        Map.of(DubboEntry.APPLICATION, application),
        190,
        1_795_176_488_209L);
  }

  private Consumer start(String place, List<String> flags)
      throws IOException, InterruptedException {
    return new Consumer(
        children, options, ports, "consumer-" + place, stock.registry(place), flags);
  }

  private double[] changes(Consumer consumer, int first) throws IOException, InterruptedException {
    List<Instance> changes = new ArrayList<>();
    for (int i = 0; i < options.changes; i++) {
      changes.add(instance("com.example.other.New" + i, "new-app" + i, first + i));
    }
    for (Instance one : changes) {
      stock.announce(ALL, one);
      consumer.status(service(one)); // it's followed from here on
      consumer.route(service(one)); // the first one is late by the classes that it loads
    }
    Thread.sleep(HEARD_MILLIS);
    double[] millis = new double[changes.size()];
    for (int i = 0; i < millis.length; i++) {
      Thread.sleep(PAUSE_MILLIS);
      millis[i] = change(consumer, changes.get(i));
    }
    return millis;
  }

  private static String service(Instance one) {
    return one.services().get(0).interfaceName();
  }

  /**
   * By {@code /route}, which says who is chosen from. A call of what nobody serves would wait until
   * the registry is asked anew, which is 200 ms after it was asked last.
   */
  private double change(Consumer consumer, Instance one) throws IOException, InterruptedException {
    long from = stock.push(ALL, one);
    long deadline = from + Commands.START_PATIENCE.toNanos();
    while (!consumer.route(service(one)).contains(one.host())) {
      Thread.sleep(LOOK_MILLIS); // who looks all the time has the agent's processor
      if (System.nanoTime() > deadline) {
        throw new ContestException("the consumer agent never heard of " + service(one));
      }
    }
    final double millis = (System.nanoTime() - from) / 1e6;
    if (consumer.status(service(one)) == NO_SERVICE) {
      throw new ContestException(service(one) + " isn't called though it came");
    }
    return millis;
  }
}
