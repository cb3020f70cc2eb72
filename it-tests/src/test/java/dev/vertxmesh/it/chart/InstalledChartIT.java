package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.chart.NetworkRules.Party;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Connections;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.LinkWire;
import dev.vertxmesh.it.harness.Metrics;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The chart with {@code tls.enabled}, started: its rendered manifests' own arguments, files and
 * secrets, in processes of this machine. What a cluster does besides, such as to look for a node,
 * is left out.
 */
@ParameterizedClass
@EnumSource
class InstalledChartIT {

  private static Vertx vertx;
  private static InstalledMesh mesh;
  private static GatewayCaller caller;

  @Parameter SecretsFrom source;

  @BeforeParameterizedClassInvocation
  static void install(SecretsFrom source, @TempDir Path folder) throws Exception {
    vertx = Vertx.vertx();
    mesh = new InstalledMesh(source, folder);
    mesh.start();
    Map<String, String> web = mesh.issue("spiffe://cluster.local/ns/shop/web");
    caller = new GatewayCaller(mesh.gateway, mesh.authority(), web);
  }

  @AfterParameterizedClassInvocation
  static void uninstall() {
    mesh.close();
    RawGrpc.get(vertx.close());
  }

  private static Answer hash() throws Exception {
    return caller.hash(GatewayCaller.SERVICE);
  }

  private static void callsGetThrough() {
    await()
        .untilAsserted(
            () -> {
              Answer answer = hash();
              assertThat(answer.status()).as("%s", answer).isEqualTo(200);
              assertThat(answer.body()).isEqualTo("99162322");
            });
  }

  @Test
  void callersComeInOverHttps() throws Exception {
    callsGetThrough();
    assertThat(caller.hash("mesh.example").status()).isEqualTo(200);
    assertThatThrownBy(() -> caller.hash("evil.example")).isInstanceOf(SSLException.class);
  }

  @Test
  void callersComeInByGrpcOverTls() {
    RawGrpc client = caller.grpc(vertx);
    await()
        .untilAsserted(
            () -> {
              RawGrpc.Reply reply =
                  client.call("/" + GrpcServer.TEST_SERVICE + "/EmptyCall", RawGrpc.message());
              assertThat(reply.code()).as(reply.message()).isEqualTo("0");
            });
    client.close();
  }

  @Test
  void aCallerShowsItsCertificateWhereTheChartAsksForIt() throws Exception {
    GatewayCaller nobody = new GatewayCaller(mesh.gateway, mesh.authority(), null);
    if (source == SecretsFrom.MESH_CERTS) {
      assertThatThrownBy(() -> nobody.hash(GatewayCaller.SERVICE)).isInstanceOf(IOException.class);
    } else {
      assertThat(nobody.hash(GatewayCaller.SERVICE).status()).isEqualTo(200);
    }
  }

  @Test
  void helmTestMakesItsCallUnlessItHadToShowACertificate() {
    assertThat(mesh.mesh.has("Pod", "test")).isEqualTo(source == SecretsFrom.CERT_MANAGER);
    if (source == SecretsFrom.CERT_MANAGER) {
      Child test = mesh.helmTest();
      assertThat(test.awaitExit()).as(test.log()).isZero();
    }
  }

  @Test
  void everyProbeIsAnsweredAsItsManifestHasIt() throws Exception {
    for (Pod pod : mesh.pods()) {
      for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
        assertThat(at(pod.container(), "/" + probe + "/httpGet/scheme")).isEqualTo("HTTPS");
        Answer answer = Kubelet.probe(pod, probe);
        assertThat(answer.status())
            .as("%s of %s: %s", probe, pod.container(), answer)
            .isEqualTo(200);
      }
    }
  }

  @Test
  void theHookHasItsAgentLeaveAndSomebodyWithATokenBringsItBack() throws Exception {
    callsGetThrough();
    Answer hook = Kubelet.preStop(mesh.example);
    assertThat(hook.status()).as("%s", hook).isEqualTo(200);
    assertThat(Kubelet.passes(mesh.example, "readinessProbe")).isFalse();
    assertThat(Kubelet.passes(mesh.example, "livenessProbe")).isTrue();
    await().until(() -> hash().status() >= 400);
    assertThat(admin(mesh.example, "POST", "/undrain", "").status()).isEqualTo(401);
    assertThat(admin(mesh.example, "POST", "/undrain", mesh.token).status()).isEqualTo(200);
    Kubelet.awaitReady(mesh.example);
    callsGetThrough();
  }

  private static Answer admin(Pod pod, String method, String path, String token) throws Exception {
    Map<String, String> headers =
        Map.of("host", "localhost:30002", "authorization", "Bearer " + token);
    return new TlsPort(pod.port("admin"), TlsPort.context(mesh.authority(), null), "localhost")
        .send(method, path, headers, "");
  }

  @Test
  void prometheusScrapesAsItsMonitorsSay() throws Exception {
    callsGetThrough();
    Prometheus shop = new Prometheus(mesh.cluster, mesh.mesh, InstalledMesh.SHOP);
    Prometheus own = new Prometheus(mesh.cluster, mesh.orders, InstalledMesh.DEFAULT);
    Metrics gateway = shop.service("gateway", mesh.gateway);
    assertThat(gateway.sum("mesh_calls_total", "outcome=\"ok\"")).isPositive();
    for (String listener : List.of("callers", "links", "admin")) {
      assertThat(gateway.sum("mesh_tls_certificate_expires_seconds", "\"" + listener + "\""))
          .as(listener)
          .isPositive();
    }
    JsonObject providers = mesh.mesh.get("PodMonitor", "providers");
    assertThat(shop.pods(providers, mesh.example).sum("mesh_calls_total")).isPositive();
    JsonObject ours = mesh.orders.all("PodMonitor").get(0);
    assertThat(own.pods(ours, mesh.order).has("mesh_links")).isTrue();
  }

  @Test
  void plainTextIsRefusedAtEveryPort() throws Exception {
    for (Pod pod : mesh.pods()) {
      for (String name : pod.portNames()) {
        for (String sent : List.of("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n", hello())) {
          assertThat(answerInPlainText(pod.port(name), sent))
              .as("%s of %s", name, pod.container().getString("name"))
              .doesNotContain("mesh_", "200 OK", "VMSH");
        }
      }
    }
    assertThat(answerInPlainText(mesh.gateway.port("http"), "GET / HTTP/1.1\r\nhost: a\r\n\r\n"))
        .contains("this port has TLS");
  }

  private static String hello() {
    return new String(LinkWire.hello(), StandardCharsets.ISO_8859_1);
  }

  private static String answerInPlainText(int port, String sent) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) {
      return e.getMessage(); // it was cut
    }
  }

  @Test
  void agentsBesideProvidersGreetTheirGatewaysAlone() throws Exception {
    String ours = SecretsFrom.gateway("shop");
    for (Pod pod : List.of(mesh.example, mesh.order)) {
      assertThat(greeting(pod, ours)).contains("VMSH").doesNotContain("refused");
      assertThat(greeting(pod, source.otherGateway()))
          .contains("refused by its certificate, which proves to be " + source.otherGateway());
    }
  }

  /** What the agent says to who opens a link as this one. */
  private static String greeting(Pod pod, String identity) throws Exception {
    Map<String, String> secret = mesh.issue(identity);
    TlsPort link = new TlsPort(pod.port("link"), TlsPort.context(null, secret), null);
    try (SSLSocket socket = link.connect()) {
      socket.getOutputStream().write(LinkWire.hello());
      byte[] said = socket.getInputStream().readNBytes(16);
      return new String(said, StandardCharsets.ISO_8859_1)
          + new String(
              socket.getInputStream().readNBytes(socket.getInputStream().available()),
              StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void anAgentThatProvesToBeAnotherGetsNoCalls() throws Exception {
    callsGetThrough();
    try (Pod intruder = mesh.intruder(source.otherProvider())) {
      Kubelet.awaitReady(intruder);
      String refused =
          "127.0.0.1:%d: refused: proves to be %s"
              .formatted(intruder.port("link"), source.otherProvider());
      mesh.gateway.process().awaitLine(Pattern.compile(Pattern.quote(refused)));
      for (int i = 0; i < 20; i++) {
        assertThat(hash().status()).isEqualTo(200);
      }
      Answer metrics = admin(intruder, "GET", "/metrics", "");
      assertThat(metrics.status()).isEqualTo(200);
      assertThat(Metrics.parse(metrics.body()).sum("mesh_calls_total")).isZero();
    }
  }

  @Test
  void secretsThatAreReplacedAreTakenWithoutAStart() throws Exception {
    callsGetThrough();
    mesh.renew();
    for (Pod pod : mesh.pods()) {
      isShown(pod, "admin", "admin-tls");
    }
    isShown(mesh.gateway, "http", "callers-tls");
    isShown(mesh.gateway, "dubbo", "callers-tls");
    isShown(mesh.example, "link", "link-tls");
    isShown(mesh.order, "link", "link-tls");
    mesh.gateway.process().awaitLine(Pattern.compile(" links: new certificate: "));
    callsGetThrough();
  }

  private static void isShown(Pod pod, String port, String volume) throws Exception {
    TlsPort place = TlsPort.anybody(pod.port(port));
    await()
        .untilAsserted(
            () ->
                assertThat(place.shown())
                    .isEqualTo(TlsPort.certificate(mesh.certificateOf(pod, volume))));
  }

  @Test
  void policiesLetThroughWhatTheAgentsConnectTo() throws Exception {
    callsGetThrough();
    Party etcd = Party.outside("10.9.0.5");
    Party dns = Party.pod("kube-system", Map.of("k8s-app", "kube-dns"));
    int exampleLink = mesh.example.port("link");
    int orderLink = mesh.order.port("link");
    // what processes have open; what is beside an agent in its pod is for no policy
    await()
        .untilAsserted(
            () ->
                assertThat(Connections.openedBy(mesh.gateway.process().pid()))
                    .isEqualTo(Set.of(mesh.etcdPort(), exampleLink, orderLink)));
    assertThat(Connections.openedBy(mesh.example.process().pid()))
        .isSubsetOf(mesh.etcdPort(), mesh.dubboPort())
        .contains(mesh.etcdPort());
    assertThat(Connections.openedBy(mesh.order.process().pid()))
        .isSubsetOf(mesh.etcdPort(), mesh.grpcPort())
        .contains(mesh.etcdPort());
    Party gateway = mesh.gateway.party();
    assertThat(mesh.rules.allow(gateway, mesh.example.party(), 30000)).isTrue();
    assertThat(mesh.rules.allow(gateway, mesh.order.party(), 30000)).isTrue();
    for (Pod pod : mesh.pods()) {
      assertThat(mesh.rules.allow(pod.party(), etcd, InstalledMesh.ETCD_PORT)).isTrue();
      assertThat(mesh.rules.allow(pod.party(), dns, "UDP", 53)).isTrue();
      assertThat(mesh.rules.allow(pod.party(), dns, "TCP", 53)).isTrue();
    }
  }
}
