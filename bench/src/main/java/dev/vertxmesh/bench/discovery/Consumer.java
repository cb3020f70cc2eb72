package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Http;
import dev.vertxmesh.bench.contest.Ports;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A consumer agent that is ready. */
final class Consumer {
  /** How many ports one needs. */
  static final int PORTS = 2;

  private static final Duration JCMD_PATIENCE = Duration.ofSeconds(30);
  private static final Pattern READY = Pattern.compile(" (\\d+) ms after start");
  private static final Pattern USED = Pattern.compile("used (\\d+)K");
  private static final Pattern KNOWN = Pattern.compile(" (\\d+) known");
  private static final Pattern COUNTED =
      Pattern.compile("^mesh_registry_instances(?:\\{[^}]*})? (\\S+)$", Pattern.MULTILINE);
  private static final int LOOK_MILLIS = 100;
  private static final int SETTLED_MILLIS = 12_000;

  /** What it takes, once it's been idle for a while, and after a collection. */
  record Memory(long heapBytes, double rssMiB) {}

  private final Children children;
  private final HttpClient http = HttpClient.newHttpClient();
  private final Child process;
  private final URI url;
  private final URI admin;
  private final long begun;
  private final double readyMillis;

  Consumer(
      Children children,
      DiscoveryOptions options,
      Ports ports,
      String name,
      String registry,
      List<String> flags)
      throws IOException, InterruptedException {
    this.children = children;
    int port = ports.next();
    int adminPort = ports.next();
    this.url = URI.create("http://127.0.0.1:" + port + "/");
    this.admin = URI.create("http://127.0.0.1:" + adminPort + "/");
    List<String> command =
        options.jar
            ? Commands.agent(options.agentJavaOpts, Commands.CONSUMER_JAR)
            : Commands.shipped(options.distribution, options.agentJavaOpts, "mesh-consumer");
    command.addAll(List.of("--port", "" + port, "--admin-port", "" + adminPort));
    command.addAll(List.of("--registry", registry));
    command.addAll(flags);
    this.begun = System.nanoTime();
    this.process = children.start(name, command);
    process.await(() -> process.linesWith(" ready: ") > 0, "is ready", Commands.START_PATIENCE);
    Matcher ready = READY.matcher(process.lineWith(" ready: "));
    if (!ready.find()) {
      throw new ContestException(name + " doesn't say how long it took");
    }
    this.readyMillis = Double.parseDouble(ready.group(1));
  }

  /** From the JVM's start. */
  double readyMillis() {
    return readyMillis;
  }

  /**
   * Waits until it knows so many, and says how long that took from its process's start. What it
   * knows is asked for only once its log says that all are there, since that takes its time; or
   * once that has said that some are, as it says more no sooner than five seconds later.
   *
   * @param addresses of all of them
   * @param places that they have in services
   */
  double awaitKnown(int addresses, int places) throws IOException, InterruptedException {
    process.await(() -> logged() > 0, "knows anybody", Commands.START_PATIENCE);
    double millis = millis();
    while ((logged() < addresses && counted() < addresses) || places() < places) {
      Thread.sleep(LOOK_MILLIS);
      millis = millis();
      if (millis > Commands.START_PATIENCE.toMillis()) {
        throw new ContestException(
            "%d at %d addresses are in services, expected %d at %d"
                .formatted(places(), counted(), places, addresses));
      }
    }
    return Math.max(readyMillis, millis);
  }

  /** Since its process's start. */
  private double millis() {
    return (System.nanoTime() - begun) / 1e6;
  }

  private int logged() {
    Matcher known = KNOWN.matcher(process.printed());
    int last = 0;
    while (known.find()) {
      last = Integer.parseInt(known.group(1));
    }
    return last;
  }

  private int counted() throws IOException, InterruptedException {
    Matcher counted = COUNTED.matcher(get("metrics"));
    return counted.find() ? (int) Double.parseDouble(counted.group(1)) : 0;
  }

  private int places() throws IOException, InterruptedException {
    JsonObject told = new JsonObject(get("topology"));
    return told.getJsonArray("services").stream()
        .mapToInt(one -> ((JsonObject) one).getJsonArray("endpoints").size())
        .sum();
  }

  /** Whom a call of the service may go to, and why. */
  String route(String service) throws IOException, InterruptedException {
    return get("route?service=" + service + "&method=any");
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(admin.resolve(path)).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  /** What a call of some method of the service is answered with. */
  int status(String service) throws IOException, InterruptedException {
    return Http.status(url, service);
  }

  double cpuSeconds() {
    return process.cpuSeconds();
  }

  Memory memory() throws IOException, InterruptedException {
    Thread.sleep(SETTLED_MILLIS);
    return collected();
  }

  /** After a collection. */
  Memory collected() throws IOException, InterruptedException {
    jcmd("gc", "GC.run");
    String told = jcmd("heap", "GC.heap_info");
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
    return new Memory(kilobytes * 1024, process.rssMiB());
  }

  private String jcmd(String name, String what) throws IOException, InterruptedException {
    Child jcmd = children.start(process.name() + "-" + name, Commands.jcmd(process.pid(), what));
    jcmd.awaitSuccess(JCMD_PATIENCE);
    return jcmd.printed();
  }

  void end() throws InterruptedException {
    process.signal();
    process.awaitEnd();
  }
}
