package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.EchoVerticle;
import dev.vertxmesh.it.harness.Metrics;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Samples;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A consumer's agent, and two providers' agents, with a Dubbo provider and with a verticle of gRPC.
 * Each of their ports and links has TLS and wants a certificate of who connects, and each has files
 * of its own. Beside them is one who takes the consumer's links and isn't whom its entry names: it
 * is connected to again and again, and so sees what the consumer shows.
 */
final class EncryptedMesh implements AutoCloseable {

  static final String GREETER = "com.x.Greeter";

  private static final String ORDERS = "spiffe://mesh/ns/shop/sa/orders";
  static final String GATEWAY = "spiffe://mesh/ns/edge/sa/gateway";
  static final String STOCK = "spiffe://mesh/ns/shop/sa/stock";

  private final Path folder;
  private final Vertx vertx;
  private final List<String> more;
  private final Signer signer;
  private final FakeAgent watcher;
  private final DubboServer dubbo = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
  private final Registry registry;
  private final Agent consumer;
  private final Agent orders;
  private final Agent greeter;

  /**
   * @param more flags of all agents
   */
  EncryptedMesh(Vertx vertx, Path folder, String... more) throws Exception {
    this.more = List.of(more);
    this.vertx = vertx;
    this.folder = folder;
    signer = new Signer("ours");
    signer.write(folder);
    watcher = FakeAgent.with(signer.issue(STOCK));
    String place = "file:" + folder.resolve("registry");
    registry = Registries.open(vertx, place);
    consumer =
        agent(
            "mesh-consumer",
            List.of(
                tls("--link-tls", "gateway", GATEWAY, "--link-tls-ca"),
                List.of("--link-peer-san", ORDERS, "--dubbo-port", "0", "--timeout", "120000"),
                tls("--tls", "callers", GATEWAY, "--tls-client-ca"),
                tls("--admin-tls", "admin", GATEWAY, "--admin-tls-client-ca"),
                List.of("--registry", place)));
    String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
    orders = provider("orders", place, "--dubbo", "127.0.0.1:" + dubbo.port(), Samples.HELLO);
    greeter =
        provider("greeter", place, "--verticle", EchoVerticle.class.getName(), GREETER, classes);
  }

  private Agent provider(
      String name, String place, String bridge, String to, String service, String... classes)
      throws Exception {
    return agent(
        "mesh-provider",
        List.of(
            tls("--link-tls", name, ORDERS, "--link-tls-ca"),
            List.of("--link-peer-san", GATEWAY, "--service", service, bridge, to),
            Stream.of(classes).flatMap(each -> Stream.of("--classpath", each)).toList(),
            tls("--admin-tls", name + "-admin", ORDERS, "--admin-tls-client-ca"),
            List.of("--registry", place)));
  }

  private Agent agent(String name, List<List<String>> flags) {
    Stream<String> all = flags.stream().flatMap(List::stream);
    return Agent.of(name, Stream.concat(all, more.stream()).toArray(String[]::new)).underLoad();
  }

  private List<String> tls(String option, String file, String identity, String authorities)
      throws Exception {
    Signer.write(signer.issue(identity), folder, file);
    return List.of(
        option + "-cert",
        folder.resolve(file + ".crt").toString(),
        option + "-key",
        folder.resolve(file + ".key").toString(),
        authorities,
        folder.resolve("ca.crt").toString());
  }

  /** Starts it all; whether calls come through is for the caller to try. */
  EncryptedMesh start() {
    dubbo.start();
    orders.start();
    greeter.start();
    consumer.start();
    Instance forged =
        new Instance(
                Protocol.MESH,
                "watcher",
                "127.0.0.1",
                watcher.port(),
                List.of(ServiceKey.of("it.Watcher")),
                1,
                Map.of(),
                0,
                System.currentTimeMillis())
            .provingToBe(ORDERS);
    await().until(registry.announce(forged)::succeeded);
    await().until(() -> watcher.shown() != null);
    for (Agent each : List.of(orders, greeter)) {
      consumer.process().awaitLine(Pattern.compile(":" + each.port() + ": open$"));
    }
    return this;
  }

  Agent consumer() {
    return consumer;
  }

  /** The agent of the Dubbo provider. */
  Agent provider() {
    return orders;
  }

  Signer signer() {
    return signer;
  }

  /** In which {@code ca.crt} is whom all of them trust. */
  Path folder() {
    return folder;
  }

  /** A caller's, who may ask the admin ports, too. */
  KeptClient.Identity caller() throws Exception {
    Signer.write(signer.issue(STOCK), folder, "caller");
    return new KeptClient.Identity(
        vertx, folder.resolve("caller.crt"), folder.resolve("caller.key"));
  }

  /** A new connection, after its handshake. */
  private SSLSocket connect(int port) throws Exception {
    SSLContext context = FakeAgent.contextOf(signer.issue(GATEWAY));
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(100_000);
    socket.startHandshake();
    return socket;
  }

  private Metrics metrics(Agent agent) throws Exception {
    try (SSLSocket socket = connect(agent.adminPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /metrics HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      return Metrics.parse(
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** What the consumer's agent has counted of callers' connections that it ended or refused. */
  List<String> ends() throws Exception {
    return metrics(consumer).samples().stream()
        .filter(line -> line.startsWith("mesh_callers_connection_ends_total"))
        .filter(line -> !line.endsWith(" 0.0"))
        .toList();
  }

  /** Calls that any agent has ended so far, whatever became of them. */
  double calls() throws Exception {
    double all = 0;
    for (Agent each : List.of(consumer, orders, greeter)) {
      all += metrics(each).sum("mesh_calls_total");
    }
    return all;
  }

  /** How often the consumer's agent has made a link to one of the providers'. */
  long linksMade() {
    return consumer.process().lines().stream()
        .filter(
            line ->
                line.endsWith(":" + orders.port() + ": open")
                    || line.endsWith(":" + greeter.port() + ": open"))
        .count();
  }

  /** All that there are. */
  List<Replaceable> certificates() {
    return List.of(
        new Replaceable(
            "callers", GATEWAY, consumer, "callers", consumer.port(), consumer.dubboPort()),
        new Replaceable("admin", GATEWAY, consumer, "admin", consumer.adminPort()),
        new Replaceable("gateway", GATEWAY, consumer, "links"),
        new Replaceable("orders", ORDERS, orders, "links", orders.port()),
        new Replaceable("orders-admin", ORDERS, orders, "admin", orders.adminPort()),
        new Replaceable("greeter", ORDERS, greeter, "links", greeter.port()),
        new Replaceable("greeter-admin", ORDERS, greeter, "admin", greeter.adminPort()));
  }

  /** A certificate that an agent has, and where it shows it. */
  final class Replaceable {

    private final String file;
    private final String identity;
    private final Agent agent;
    private final String line;
    private final int[] ports;
    private X509Bundle issued;
    private Instant since;

    /**
     * @param said how the agent's log calls it
     * @param ports at which it's shown; none where the agent connects
     */
    private Replaceable(String file, String identity, Agent agent, String said, int... ports) {
      this.file = file;
      this.identity = identity;
      this.agent = agent;
      this.line = " " + said + ": new certificate: ";
      this.ports = ports;
    }

    /** There's another from now on. */
    void replace() throws Exception {
      issued = signer.issue(identity);
      Signer.write(issued, folder, file);
      since = Instant.now();
    }

    /** How long the agent took by its own account; it has said so for the n-th time. */
    long seenAfterMillis(int time) {
      await().until(() -> said().size() >= time);
      Instant seen = Instant.parse(said().get(time - 1).split(" ")[0]);
      return seen.toEpochMilli() - since.toEpochMilli();
    }

    private List<String> said() {
      return agent.process().lines().stream().filter(each -> each.contains(line)).toList();
    }

    /** Whoever connects from now on is shown the latest. */
    void isShown() throws Exception {
      X509Certificate latest = issued.getCertificate();
      for (int port : ports) {
        assertThat(shownAt(port)).as("%s at %d", this, port).isEqualTo(latest);
      }
      if (ports.length == 0) { // a connection may have begun before
        await().until(() -> latest.equals(watcher.shown()));
      }
    }

    private X509Certificate shownAt(int port) throws Exception {
      try (SSLSocket socket = connect(port)) {
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
      }
    }

    @Override
    public String toString() {
      return file;
    }
  }

  @Override
  public void close() {
    for (Agent each : List.of(consumer, orders, greeter)) {
      each.close();
    }
    dubbo.close();
    RawGrpc.get(registry.close());
    watcher.close();
  }
}
