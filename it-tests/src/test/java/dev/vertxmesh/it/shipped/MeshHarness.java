package dev.vertxmesh.it.shipped;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Http;
import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.testcontainers.containers.Network;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.toxiproxy.ToxiproxyContainer;

/** Sites with a gateway before them and an etcd between; see the package for a drawing. */
final class MeshHarness implements AutoCloseable {

  private static final String REGISTRY = "etcd://etcd:2379?wait=200&cache=none";
  private static final int FIRST_LINK_PORT = 30_000;
  static final int GATEWAY = 20_000;
  private static final Duration PATIENCE = Duration.ofSeconds(300);
  private static final int AGENT_MEMORY = 256;
  private static final int DUBBO_MEMORY = 384;

  private static final String FOLDER_OF_TLS = "/tls";
  private static final String FOLDER_OF_CLASSES = "/classes";

  private final Network network = Network.newNetwork();
  private final List<Site> sites = new ArrayList<>();
  private final Map<String, Node> agents = new LinkedHashMap<>();
  private final Map<String, Node> dubbos = new LinkedHashMap<>();
  private final Map<String, Proxy> networks = new LinkedHashMap<>();
  private List<String> gatewayFlags = List.of();
  private Identity etcdIdentity;
  private Path etcdAuthority;
  private List<String> verticleFlags = List.of();
  private Node etcd;
  private Node gateway;
  private ToxiproxyContainer toxiproxy;
  private Http http;

  private MeshHarness() {}

  /** An empty sheet; ends the test if there's no Docker. */
  static MeshHarness draw() {
    Images.require();
    return new MeshHarness();
  }

  MeshHarness site(String name, UnaryOperator<Site> drawn) {
    sites.add(drawn.apply(Site.named(name)));
    return this;
  }

  /** More flags for the gateway. */
  MeshHarness gateway(String... flags) {
    gatewayFlags = List.of(flags);
    return this;
  }

  /** Etcd speaks TLS alone, with a certificate of the authority that the agents believe. */
  MeshHarness etcdOverTls(Authority authority) {
    etcdIdentity = authority.issue("etcd", "dns:etcd");
    etcdAuthority = authority.cert();
    return this;
  }

  /** One more agent, which has a verticle of the tests in itself, and serves it as gRPC. */
  MeshHarness verticle(Class<?> verticleClass, String service) {
    verticleFlags =
        List.of(
            "--verticle",
            verticleClass.getName(),
            "--classpath",
            FOLDER_OF_CLASSES,
            "--service",
            service);
    return this;
  }

  /** Starts it all and waits until calls can be made to every site. */
  MeshHarness start() {
    try {
      etcd = etcd();
      Startables.deepStart(Stream.concat(Stream.of(etcd), toxiproxies())).join();
      for (int i = 0; i < sites.size(); i++) {
        add(sites.get(i), FIRST_LINK_PORT + i);
      }
      if (!verticleFlags.isEmpty()) {
        agents.put("verticle", verticleAgent());
      }
      gateway =
          agent("gateway", "mesh-consumer", 20_002, Agent.patient(gatewayFlags))
              .withExposedPorts(GATEWAY, 20_002);
      Startables.deepStart(
              Stream.of(dubbos.values().stream(), agents.values().stream(), Stream.of(gateway))
                  .flatMap(all -> all))
          .join();
      http = gateway.http(GATEWAY);
      awaitOpen(agents.size());
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Node etcd() {
    Node node = new Node("etcd", Images.ETCD, network, AGENT_MEMORY);
    node.withCreateContainerCmdModifier(create -> create.withUser("10001"));
    String scheme = etcdIdentity == null ? "http" : "https";
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/local/bin/etcd",
                "--data-dir=/data/etcd",
                "--listen-client-urls=" + scheme + "://0.0.0.0:2379",
                "--advertise-client-urls=" + scheme + "://etcd:2379"));
    if (etcdIdentity != null) {
      command.add("--cert-file=" + inTls(etcdIdentity.cert()));
      command.add("--key-file=" + inTls(etcdIdentity.key()));
      node.folder(etcdIdentity.cert().getParent(), FOLDER_OF_TLS);
    }
    return node.temporary("/data")
        .arguments(command)
        .withExposedPorts(2379)
        .readyAt("(?s).*ready to serve client requests.*");
  }

  private static String inTls(Path file) {
    return FOLDER_OF_TLS + "/" + file.getFileName();
  }

  private String registry() {
    return etcdIdentity == null ? REGISTRY : REGISTRY + "&ca=" + inTls(etcdAuthority);
  }

  private Stream<ToxiproxyContainer> toxiproxies() {
    if (sites.stream().noneMatch(Site::behindToxiproxy)) {
      return Stream.empty();
    }
    toxiproxy =
        new ToxiproxyContainer(Images.TOXIPROXY)
            .withNetwork(network)
            .withNetworkAliases("toxiproxy");
    return Stream.of(toxiproxy);
  }

  private void add(Site site, int port) {
    Node dubbo =
        new Node("dubbo-" + site.name(), Images.ours(site.image()), network, DUBBO_MEMORY)
            .temporary("/tmp")
            .arguments(site.command())
            .readyAt("(?s).*ready.*");
    dubbos.put(site.name(), dubbo);
    List<String> flags = new ArrayList<>(site.agentFlags());
    String host = "agent-" + site.name();
    flags.addAll(List.of("--dubbo", "dubbo-" + site.name() + ":20880", "--port", "" + port));
    flags.addAll(List.of("--host", site.behindToxiproxy() ? "toxiproxy" : host));
    agents.put(site.name(), agent(host, "mesh-provider", 30_002, flags));
    if (site.behindToxiproxy()) {
      networks.put(site.name(), proxy(host, port));
    }
  }

  private Proxy proxy(String host, int port) {
    try {
      return new ToxiproxyClient(toxiproxy.getHost(), toxiproxy.getControlPort())
          .createProxy(host, "0.0.0.0:" + port, host + ":" + port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Node agent(String name, String image, int adminPort, List<String> flags) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of("--registry", registry()));
    Node agent =
        new Node(name, Images.ours(image), network, AGENT_MEMORY)
            .admin(adminPort)
            .arguments(all)
            .readyAt("(?s).* listens: port.*");
    return etcdIdentity == null
        ? agent
        : agent.folder(etcdIdentity.cert().getParent(), FOLDER_OF_TLS);
  }

  private Node verticleAgent() {
    List<String> flags = new ArrayList<>(verticleFlags);
    flags.addAll(List.of("--port", "" + FIRST_LINK_PORT, "--host", "agent-verticle"));
    return agent("agent-verticle", "mesh-provider", 30_002, flags)
        .folder(Path.of("target/test-classes"), FOLDER_OF_CLASSES);
  }

  /** Waits until the gateway has links to so many agents, and no others. */
  void awaitOpen(int count) {
    await().atMost(PATIENCE).until(this::openLinks, open -> open == count);
  }

  private long openLinks() {
    return gateway.topology().getJsonArray("links").stream()
        .map(JsonObject.class::cast)
        .filter(link -> link.getString("state").equals("open"))
        .count();
  }

  /** Calls through the gateway. */
  Http http() {
    return http;
  }

  Node gateway() {
    return gateway;
  }

  Node etcdNode() {
    return etcd;
  }

  Node agent(String site) {
    return agents.get(site);
  }

  Node dubbo(String site) {
    return dubbos.get(site);
  }

  /** What is between the gateway and the agent of a site that was drawn so. */
  Proxy networkTo(String site) {
    return networks.get(site);
  }

  /** Calls that an agent has answered well. */
  double answeredBy(String site) {
    return agent(site).metrics().sum("mesh_calls_total", "outcome=\"ok\"");
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>();
    all.add(gateway);
    all.addAll(agents.values());
    all.addAll(dubbos.values());
    all.add(toxiproxy);
    all.add(etcd);
    all.add(network);
    for (AutoCloseable one : all) {
      try {
        if (one != null) {
          one.close();
        }
      } catch (Exception e) {
        System.err.println("can't end " + one + ": " + e);
      }
    }
  }
}
