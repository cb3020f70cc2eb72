package dev.vertxmesh.bench.contest;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The steps of a run with many services. */
final class DiscoveryRun {
  private static final String ALONE = "/alone";
  private static final String ALL = "/all";
  private static final Pattern READY = Pattern.compile(" (\\d+) ms after start");
  private static final Pattern USED = Pattern.compile("used (\\d+)K");
  private static final Duration JCMD_PATIENCE = Duration.ofSeconds(30);
  private static final int NO_SERVICE = 404;

  /** So that each change is alone: what comes in a burst is applied together. */
  private static final long PAUSE_MILLIS = 200;

  /**
   * What was measured.
   *
   * @param instances with all
   * @param readyAloneMillis from the JVM's start until ready, with one instance in etcd
   * @param readyMillis the same with all
   * @param changeMillis from etcd's answer to a put until the consumer agent calls by it
   * @param bytesEach of the consumer agent's heap, for each instance
   */
  record Outcome(
      int instances,
      double readyAloneMillis,
      double readyMillis,
      double[] changeMillis,
      double bytesEach) {}

  private record Consumer(Child process, URI url, double readyMillis) {}

  private final Children children;
  private final DiscoveryOptions options;
  private final Ports ports;
  private final Etcd etcd;

  private DiscoveryRun(Children children, DiscoveryOptions options, Path folder)
      throws IOException, InterruptedException {
    this.children = children;
    this.options = options;
    this.ports = Ports.of(6, 0);
    this.etcd = Etcd.start(children, options.etcd, ports, folder);
  }

  static Outcome run(Children children, DiscoveryOptions options, Path folder)
      throws IOException, InterruptedException {
    return new DiscoveryRun(children, options, folder).outcome();
  }

  private Outcome outcome() throws IOException, InterruptedException {
    List<Instance> all = instances();
    etcd.put(ALONE, all.subList(0, 1));
    etcd.put(ALL, all);
    Consumer alone = start("consumer-alone", ALONE);
    long least = heapBytes(alone.process, "alone");
    alone.process.signal();
    alone.process.awaitEnd();
    Consumer consumer = start("consumer-all", ALL);
    long most = heapBytes(consumer.process, "all");
    double[] changes = new double[options.changes];
    for (int i = 0; i < changes.length; i++) {
      changes[i] = change(consumer, i);
    }
    double bytesEach = (double) (most - least) / (all.size() - 1);
    return new Outcome(all.size(), alone.readyMillis, consumer.readyMillis, changes, bytesEach);
  }

  /** Each at an address of its own, where nobody listens. */
  private List<Instance> instances() {
    List<Instance> all = new ArrayList<>();
    for (int service = 0; service < options.services; service++) {
      for (int i = 0; i < options.instances; i++) {
        all.add(instance("com.example.shop.Service" + service, all.size()));
      }
    }
    return all;
  }

  private static Instance instance(String service, int number) {
    String host =
        "127.%d.%d.%d".formatted(1 + number / 62_500, number / 250 % 250, 1 + number % 250);
    return new Instance(
        "instance-" + number,
        host,
        30_000,
        List.of(ServiceKey.of(service)),
        1,
        Map.of("zone", "a"),
        190,
        1_795_176_488_209L);
  }

  private Consumer start(String name, String prefix) throws IOException, InterruptedException {
    int port = ports.next();
    ContestOptions contest = new ContestOptions();
    contest.agentJavaOpts = options.agentJavaOpts;
    List<String> command = Commands.agent(contest, "mesh-consumer/target/mesh-consumer.jar");
    command.addAll(List.of("--port", "" + port, "--admin-port", "" + ports.next()));
    command.addAll(List.of("--registry", etcd.registry(prefix)));
    Child process = children.start(name, command);
    process.await(() -> process.linesWith(" ready: ") > 0, "is ready", Commands.START_PATIENCE);
    Matcher ready = READY.matcher(process.lineWith(" ready: "));
    if (!ready.find()) {
      throw new ContestException(name + " doesn't say how long it took");
    }
    URI url = URI.create("http://127.0.0.1:" + port + "/");
    return new Consumer(process, url, Double.parseDouble(ready.group(1)));
  }

  /** After a collection. */
  private long heapBytes(Child agent, String name) throws IOException, InterruptedException {
    jcmd(agent, name + "-gc", "GC.run");
    String told = jcmd(agent, name + "-heap", "GC.heap_info");
    long kilobytes =
        told.lines()
            .filter(line -> line.contains("generation"))
            .map(USED::matcher)
            .filter(Matcher::find)
            .mapToLong(used -> Long.parseLong(used.group(1)))
            .sum();
    if (kilobytes == 0) {
      throw new ContestException("jcmd tells no heap; is it the serial collector's?\n" + told);
    }
    return kilobytes * 1024;
  }

  private String jcmd(Child agent, String name, String what)
      throws IOException, InterruptedException {
    Child jcmd = children.start(name, Commands.jcmd(agent.pid(), what));
    jcmd.awaitSuccess(JCMD_PATIENCE);
    return jcmd.printed();
  }

  /** A service is new: the consumer agent says no-service until it has heard. */
  private double change(Consumer consumer, int number) throws IOException, InterruptedException {
    String service = "com.example.shop.New" + number;
    Thread.sleep(PAUSE_MILLIS);
    Http.status(consumer.url, service);
    etcd.put(ALL, List.of(instance(service, options.services * options.instances + number)));
    long from = System.nanoTime();
    long deadline = from + Commands.START_PATIENCE.toNanos();
    while (Http.status(consumer.url, service) == NO_SERVICE) {
      if (System.nanoTime() > deadline) {
        throw new ContestException("the consumer agent never heard of " + service);
      }
    }
    return (System.nanoTime() - from) / 1e6;
  }
}
