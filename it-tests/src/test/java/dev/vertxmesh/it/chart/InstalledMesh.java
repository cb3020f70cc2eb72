package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.SecretsFrom.list;

import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.EtcdUsers;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two releases, as their manifests say: {@code mesh} in the namespace {@code shop}, with a gateway
 * and a Dubbo provider; and a chart that isn't ours in {@code default}, with a gRPC server. Every
 * port of the agents has TLS, and they find each other by an etcd that asks for a certificate and a
 * password. The etcd, and the providers, are real, and not the chart's.
 */
final class InstalledMesh implements AutoCloseable {

  static final String SHOP = "shop";
  static final String DEFAULT = "default";
  static final int ETCD_PORT = 2379;
  private static final int DUBBO_PORT = 20880;
  private static final int GRPC_PORT = 9090;
  private static final String ETCD = "etcd.infra.svc";
  private static final Path ORDERS = Path.of("src/test/chart/orders");

  final Cluster cluster = new Cluster();
  final Manifests mesh;
  final Manifests orders;
  final NetworkRules rules;
  final Pod gateway;
  final Pod example;
  final Pod order;
  final String token = "0123456789abcdef0123456789abcdef";

  private final SecretsFrom source;
  private final Path folder;
  private final Path hosts;
  private final Issuer issuer;
  private final Etcd etcd;
  private final DubboServer dubbo = new DubboServer(Provider.dubbo("3.3.6"), Ports.free());
  private final GrpcServer grpc = GrpcServer.reflecting("v1");

  InstalledMesh(SecretsFrom source, Path folder) throws Exception {
    this.source = source;
    this.folder = folder;
    issuer = source.issuer(folder.resolve("certs"));
    String known = String.join(" ", "127.0.0.1 localhost", ETCD, GatewayCaller.SERVICE);
    hosts = Files.writeString(folder.resolve("hosts"), known + "\n");
    JsonObject values = values();
    mesh = new Chart("1.34.0", values).render("installed-" + source.name().toLowerCase());
    orders = Chart.renderIn(ORDERS, written("orders.yaml", ordersValues(values)));
    rules = NetworkRules.of(mesh, orders);
    cluster.apply(SHOP, mesh);
    for (String namespace : List.of(SHOP, DEFAULT)) {
      makeSecrets(namespace);
    }
    etcd = startEtcd();
    gateway = pod(SHOP, mesh.pods("gateway"), "mesh-consumer", "gateway");
    example = pod(SHOP, mesh.pods("example"), "mesh-provider", "example");
    JsonObject template = orders.podTemplates().get(0);
    order = pod(DEFAULT, template, "mesh-provider", "orders");
  }

  private JsonObject values() {
    return Chart.with(
            "registry.url", "etcd://" + ETCD + ":" + ETCD_PORT + "/mesh",
            "registry.user", "mesh",
            "registry.passwordSecret.name", "etcd-password",
            "registry.tls.secretName", "etcd-client",
            "registry.tls.clientCertificate", "true",
            "admin.tokenSecret.name", "admin-tokens",
            "monitoring.enabled", "true",
            "gateway.dubboPort", "20001",
            "gateway.lingerMillis", "100",
            "networkPolicy.egress", "true",
            "networkPolicy.registryTo[0].ipBlock.cidr", "10.9.0.0/24",
            "networkPolicy.gatewayTo[0].ipBlock.cidr", "10.8.0.7/32",
            "networkPolicy.gatewayFrom[0].podSelector.matchLabels.app", "web",
            "networkPolicy.adminFrom[0].namespaceSelector.matchLabels",
                "{kubernetes.io/metadata.name: monitoring}")
        .values()
        .put("tls", source.tls());
  }

  /** The same below the chart's name, with the agent alone, beside a gRPC server. */
  private static JsonObject ordersValues(JsonObject values) {
    JsonObject below = values.copy();
    below.put("gateway", new JsonObject().put("enabled", false));
    below.put("example", new JsonObject().put("enabled", false));
    JsonObject agent =
        new JsonObject().put("config", new JsonObject().put("grpc", "127.0.0.1:" + GRPC_PORT));
    JsonObject own = new JsonObject().put("ipBlock", new JsonObject().put("cidr", "10.7.0.0/24"));
    return new JsonObject().put("vertx-mesh", below).put("orders", agent).put("to", List.of(own));
  }

  private Path written(String file, JsonObject values) throws Exception {
    return Files.writeString(folder.resolve(file), values.encode());
  }

  private void makeSecrets(String namespace) throws Exception {
    for (JsonObject wanted : wanted(namespace)) {
      cluster.secret(namespace, wanted.getString("secretName"), issuer.issue(wanted));
    }
    cluster.secret(namespace, "etcd-password", Map.of("password", "p&w of the agents\n"));
    cluster.secret(namespace, "admin-tokens", Map.of("tokens", "ops " + token + "\n"));
  }

  private List<JsonObject> wanted(String namespace) {
    List<JsonObject> all =
        new ArrayList<>(source.wanted(namespace.equals(SHOP) ? mesh : orders, namespace));
    all.add(SecretsFrom.wanted("etcd-client", list(), list("mesh-agents")));
    return all;
  }

  private Etcd startEtcd() throws Exception {
    Map<String, String> made = issuer.issue(SecretsFrom.wanted("etcd", list(), list(ETCD)));
    Map<String, Path> files = new HashMap<>();
    for (Map.Entry<String, String> each : made.entrySet()) {
      files.put(
          each.getKey(),
          Files.writeString(folder.resolve("etcd-" + each.getKey()), each.getValue()));
    }
    Identity server = new Identity(files.get("tls.crt"), files.get("tls.key"));
    Etcd started =
        new Etcd(EtcdRelease.V3_6, folder.resolve("etcd"), 1)
            .guarded(server, files.get("ca.crt"))
            .start();
    EtcdUsers.only(started, "mesh", "p&w of the agents", "/mesh/instances/");
    return started;
  }

  private Pod pod(String namespace, JsonObject template, String container, String name) {
    return new Pod(cluster, namespace, template, container, folder.resolve(name))
        .elsewhere(ETCD_PORT, etcd.guardedPort())
        .elsewhere(DUBBO_PORT, dubbo.port())
        .elsewhere(GRPC_PORT, grpc.port());
  }

  /** Starts all of it; whether it gets ready is for a kubelet to ask. */
  void start() {
    dubbo.start();
    grpc.start();
    pods().forEach(pod -> pod.start(hosts));
    pods().forEach(Kubelet::awaitReady);
  }

  /** The agents'. */
  List<Pod> pods() {
    return List.of(gateway, example, order);
  }

  /** Has {@code helm test} make its call; the process, which ends by itself. */
  Child helmTest() {
    Pod pod = pod(SHOP, mesh.get("Pod", "test"), "call", "test");
    pod.elsewhere(GatewayCaller.PORT, gateway.port("http")).start(hosts);
    return pod.process();
  }

  /** One more of the example's pods, in another namespace, whose agent proves to be this. */
  Pod intruder(String identity) throws Exception {
    String namespace = "other";
    for (JsonObject wanted : wanted(SHOP)) {
      boolean links = wanted.getString("secretName").contains("links");
      JsonObject own = links ? wanted.copy().put("uris", list(identity)) : wanted;
      cluster.secret(namespace, wanted.getString("secretName"), issuer.issue(own));
    }
    cluster.secret(namespace, "etcd-password", cluster.get("Secret", SHOP, "etcd-password"));
    cluster.secret(namespace, "admin-tokens", cluster.get("Secret", SHOP, "admin-tokens"));
    Pod pod = pod(namespace, mesh.pods("example"), "mesh-provider", "intruder");
    pod.start(hosts);
    return pod;
  }

  /** A secret with a certificate of the same authority, for somebody who isn't of the chart. */
  Map<String, String> issue(String... uris) throws Exception {
    return issuer.issue(SecretsFrom.wanted("", list(uris), list()));
  }

  /** The authority's certificate, in PEM. */
  String authority() {
    return cluster.get("Secret", SHOP, "etcd-client").get("ca.crt");
  }

  /** Makes all certificates anew, and has the kubelets mount them. */
  void renew() throws Exception {
    for (String namespace : List.of(SHOP, DEFAULT)) {
      makeSecrets(namespace);
    }
    pods().forEach(Pod::refresh);
  }

  /** What the pod's port is to show. */
  String certificateOf(Pod pod, String volume) {
    return cluster.get("Secret", pod.namespace(), pod.secretOf(volume)).get("tls.crt");
  }

  int etcdPort() {
    return etcd.guardedPort();
  }

  int dubboPort() {
    return dubbo.port();
  }

  int grpcPort() {
    return grpc.port();
  }

  @Override
  public void close() {
    pods().forEach(Pod::close);
    dubbo.close();
    grpc.close();
    etcd.close();
  }
}
