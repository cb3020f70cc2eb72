package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One consumer agent and one provider agent in front of a provider that all ways share. */
final class SecuredWay {
  private static final int PORTS = 4;

  /** Seconds in which wrk makes its connections, and their handshakes. */
  private static final int SETTLING = 3;

  private final String name;
  private final String url;
  private final URI metrics;
  private final List<Child> agents;
  private final List<Double> cpu = new ArrayList<>();
  private final List<Double> calls = new ArrayList<>();
  private long errors;

  private SecuredWay(String name, String url, URI metrics, List<Child> agents) {
    this.name = name;
    this.url = url;
    this.metrics = metrics;
    this.agents = agents;
  }

  /** What each way has that the one before it hasn't. */
  enum Kind {
    PLAIN("plain text"),
    LINKS("links with mutual TLS"),
    TOKEN("the same, and a JWT"),
    CALLERS("the same, and TLS for callers"),
    CALLERS_ALONE("TLS for callers alone");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    boolean links() {
      return this != PLAIN && this != CALLERS_ALONE;
    }

    boolean token() {
      return this == TOKEN || this == CALLERS;
    }

    boolean callers() {
      return this == CALLERS || this == CALLERS_ALONE;
    }
  }

  /** Starts both agents, and comes back when they say that they're ready. */
  static SecuredWay start(
      Children children,
      SecuredOptions options,
      Kind kind,
      SecuredFiles files,
      int dubbo,
      Path folder)
      throws IOException, InterruptedException {
    Ports ports = Ports.of(PORTS, 0);
    String registry = Commands.registry(folder);
    List<String> provider = Commands.agent(options.agentJavaOpts, Commands.PROVIDER_JAR);
    provider.addAll(List.of("--port", "" + ports.next(), "--limit", "" + options.connections));
    provider.addAll(List.of("--dubbo", "127.0.0.1:" + dubbo, "--service", Commands.HELLO));
    List<String> consumer = Commands.agent(options.agentJavaOpts, Commands.CONSUMER_JAR);
    int port = ports.next();
    consumer.addAll(List.of("--port", "" + port));
    if (kind.links()) {
      provider.addAll(files.links("provider", "gateway"));
      consumer.addAll(files.links("gateway", "provider"));
    }
    consumer.addAll(kind.token() ? files.access() : List.of());
    consumer.addAll(kind.callers() ? files.callers() : List.of());
    String of = kind.name().toLowerCase(Locale.ROOT);
    Child behind =
        Commands.startAgent(children, "provider-agent-" + of, provider, ports.next(), registry);
    int admin = ports.next();
    Child before = Commands.startAgent(children, "consumer-agent-" + of, consumer, admin, registry);
    String scheme = kind.callers() ? "https" : "http";
    return new SecuredWay(
        kind.words(),
        scheme + "://127.0.0.1:" + port + "/",
        URI.create("http://127.0.0.1:" + admin + "/metrics"),
        List.of(before, behind));
  }

  /** A turn of load, of which that counts which comes when all connections have been made. */
  void turn(Wrk wrk, SecuredOptions options, String... headers)
      throws IOException, InterruptedException {
    Child load = wrk.start(options.connections, options.seconds + SETTLING + 1, url, headers);
    double before = answered();
    load.await(() -> answered() > before, "is answered", Commands.START_PATIENCE);
    TimeUnit.SECONDS.sleep(SETTLING);
    CpuMeter meter = CpuMeter.start(agents);
    double first = answered();
    long begun = System.nanoTime();
    TimeUnit.SECONDS.sleep(options.seconds);
    double counted = answered() - first;
    calls.add(counted / ((System.nanoTime() - begun) / 1e9));
    cpu.add(meter.per100k((long) counted).values().stream().mapToDouble(each -> each).sum());
    errors += wrk.outcome(load, options.seconds).errors();
  }

  /** Load that doesn't count, but for what goes wrong. */
  void warmUp(Wrk wrk, SecuredOptions options, String... headers)
      throws IOException, InterruptedException {
    int seconds = Math.max(1, options.warmupSeconds);
    errors += wrk.run(options.connections, seconds, url, headers).errors();
  }

  private double answered() {
    try {
      return Metrics.of(metrics).sum("mesh_calls_total", "outcome=\"ok\"");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContestException("broken off");
    }
  }

  String name() {
    return name;
  }

  String url() {
    return url;
  }

  long errors() {
    return errors;
  }

  List<Child> agents() {
    return agents;
  }

  /** CPU seconds of both agents for 100,000 calls, turn by turn. */
  List<Double> cpu() {
    return cpu;
  }

  /** Calls a second, turn by turn. */
  List<Double> calls() {
    return calls;
  }
}
