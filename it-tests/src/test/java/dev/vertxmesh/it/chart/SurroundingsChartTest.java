package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is around the agents: the registry, policies, monitors, the test. */
class SurroundingsChartTest {

  private static final String OWN_ETCD =
      "etcd://mesh-vertx-mesh-etcd.shop.svc:2379?cache=none&wait=3600";

  @Test
  void anEtcdOfYourOwnTakesThePlaceOfTheTrialsOne() {
    Manifests mesh = Chart.with("registry.url", "'etcd://a:2379,b:2379/shop'").render();
    assertThat(mesh.has("StatefulSet", "etcd")).isFalse();
    assertThat(mesh.registry()).isEqualTo("etcd://a:2379,b:2379/shop?cache=none&wait=3600");
    assertThat(mesh.agentFlags())
        .contains("--registry=etcd://a:2379,b:2379/shop?cache=none&wait=3600");
  }

  @Test
  void gatewayAndAgentsFindTheTrialsEtcd() {
    Manifests mesh = Chart.with().render();
    assertThat(mesh.registry()).isEqualTo(OWN_ETCD);
    assertThat(mesh.agentFlags()).contains("--registry=" + OWN_ETCD);
    assertThat(at(mesh.get("Service", "etcd"), "/spec/ports/0/port")).isEqualTo(2379);
  }

  @Test
  void passwordsAndCertificatesComeFromSecretsAndAreInNoUrl() {
    Manifests mesh =
        Chart.with(
                "registry.url", "etcd://etcd.example:2379",
                "registry.user", "'a&b'",
                "registry.passwordSecret.name", "etcd-password",
                "registry.passwordSecret.key", "pass",
                "registry.tls.secretName", "etcd-tls",
                "registry.tls.clientCertificate", "true",
                "registry.options", "ttl=15")
            .render();
    String url =
        "etcd://etcd.example:2379?cache=none&wait=3600&user=a%26b"
            + "&password-file=/etc/vertx-mesh/registry-password/password"
            + "&ca=/etc/vertx-mesh/registry-tls/ca.crt&cert=/etc/vertx-mesh/registry-tls/tls.crt"
            + "&key=/etc/vertx-mesh/registry-tls/tls.key&ttl=15";
    assertThat(mesh.registry()).isEqualTo(url);
    assertThat(mesh.agentFlags()).contains("--registry=" + url);
    for (String part : List.of("gateway", "example")) {
      assertThat(at(mesh.pods(part), "/spec/volumes").toString())
          .contains("\"secretName\":\"etcd-password\"", "\"key\":\"pass\"", "\"etcd-tls\"");
    }
    assertThat(mesh.container("gateway", "mesh-consumer").getJsonArray("volumeMounts").encode())
        .contains("/etc/vertx-mesh/registry-tls", "/etc/vertx-mesh/registry-password");
    assertThat(mesh.container("example", "mesh-provider").getJsonArray("volumeMounts").encode())
        .contains("/etc/vertx-mesh/registry-tls", "/etc/vertx-mesh/registry-password");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nacos://nacos-0.nacos:8848", "zookeeper://zk-0.zk:2181/dubbo"})
  void nacosAndZooKeeperAreToldTheirOwnNamesOfTheSame(String registry) {
    Manifests mesh =
        Chart.with(
                "registry.url", registry,
                "registry.user", "mesh",
                "registry.passwordSecret.name", "its-password",
                "registry.tls.secretName", "its-ca",
                "registry.options", "types=none")
            .render();
    assertThat(mesh.has("StatefulSet", "etcd")).isFalse();
    String url =
        registry
            + "?cache=none&wait=3600&username=mesh"
            + "&password-file=/etc/vertx-mesh/registry-password/password"
            + "&ca=/etc/vertx-mesh/registry-tls/ca.crt&types=none";
    assertThat(mesh.registry()).isEqualTo(url);
    assertThat(mesh.agentFlags()).contains("--registry=" + url);
  }

  /** A gateway that ends because etcd isn't there yet would be started ever more seldom. */
  @Test
  void howLongAgentsWaitForEtcdCanBeSaid() {
    assertThat(Chart.with("registry.options", "'ttl=15&wait=20'").render().registry())
        .endsWith("?cache=none&ttl=15&wait=20");
  }

  @Test
  void theTestReachesAGatewayThatNotEverybodyMayCall() {
    String test = "\"app.kubernetes.io/component\":\"test\"";
    Chart guarded = Chart.with("networkPolicy.gatewayFrom[0].podSelector.matchLabels.app", "shop");
    assertThat(guarded.render().get("NetworkPolicy", "gateway").encode()).contains(test);
    assertThat(
            guarded.and("tests.enabled", "false").render().get("NetworkPolicy", "gateway").encode())
        .doesNotContain(test);
  }

  @Test
  void policiesSayWhoReachesWhom() {
    Manifests mesh = Chart.EVERYTHING.render();
    assertThat(mesh.get("NetworkPolicy", "gateway").encode())
        .contains("\"port\":\"http\"", "\"app\":\"shop\"", "\"name\":\"monitoring\"");
    assertThat(mesh.get("NetworkPolicy", "example").encode())
        .contains("\"port\":\"link\"", "gateway");
    assertThat(mesh.get("NetworkPolicy", "etcd").encode())
        .contains("\"port\":\"client\"", "vertx-mesh.dev/part");
    assertThat(Chart.with("networkPolicy.enabled", "false").render().names())
        .noneMatch(name -> name.startsWith("NetworkPolicy"));
    JsonObject open = Chart.with().render().get("NetworkPolicy", "gateway");
    assertThat(((JsonObject) at(open, "/spec/ingress/0")).containsKey("from")).isFalse();
  }

  @Test
  void podsMayBeKeptFromConnectingToOthers() {
    for (String part : List.of("gateway", "example")) {
      JsonObject open = Chart.with().render().get("NetworkPolicy", part);
      assertThat(at(open, "/spec/policyTypes").toString()).isEqualTo("[\"Ingress\"]");
    }
    Manifests mesh =
        Chart.with(
                "networkPolicy.egress", "true",
                "networkPolicy.registryTo[0].ipBlock.cidr", "10.2.0.0/16",
                "networkPolicy.gatewayTo[0].ipBlock.cidr", "10.1.0.0/16")
            .render("egress");
    for (String part : List.of("gateway", "example")) {
      JsonObject kept = mesh.get("NetworkPolicy", part);
      assertThat(at(kept, "/spec/policyTypes").toString()).isEqualTo("[\"Ingress\",\"Egress\"]");
      assertThat(at(kept, "/spec/egress/0/ports").toString()).contains("53", "UDP", "TCP");
      assertThat(at(kept, "/spec/egress/1/to").toString())
          .contains("\"etcd\"", "10.2.0.0/16")
          .doesNotContain("10.1.0.0/16");
    }
    assertThat(at(mesh.get("NetworkPolicy", "gateway"), "/spec/egress/2/to").toString())
        .contains("\"vertx-mesh.dev/part\":\"provider\"", "10.1.0.0/16");
    assertThat((JsonArray) at(mesh.get("NetworkPolicy", "example"), "/spec/egress")).hasSize(2);
  }

  @Test
  void withAnEtcdOfYoursNobodyConnectsToTheTrials() {
    JsonObject kept =
        Chart.with(
                "registry.url", "etcd://etcd.infra",
                "networkPolicy.egress", "true",
                "networkPolicy.registryTo[0].ipBlock.cidr", "10.2.0.0/16")
            .render()
            .get("NetworkPolicy", "gateway");
    assertThat((JsonArray) at(kept, "/spec/egress")).hasSize(3);
    assertThat(kept.encode()).doesNotContain("component\":\"etcd");
  }

  @Test
  void monitorsFindBothAgents() {
    Manifests mesh =
        Chart.with("monitoring.enabled", "true", "monitoring.labels.release", "prom").render();
    JsonObject monitor = mesh.get("ServiceMonitor", "gateway");
    assertThat(at(monitor, "/metadata/labels/release")).isEqualTo("prom");
    JsonObject wanted = (JsonObject) at(monitor, "/spec/selector/matchLabels");
    JsonObject labels = (JsonObject) at(mesh.get("Service", "gateway-admin"), "/metadata/labels");
    assertThat(labels.getMap()).containsAllEntriesOf(wanted.getMap());
    JsonObject providers =
        (JsonObject) at(mesh.get("PodMonitor", "providers"), "/spec/selector/matchLabels");
    assertThat(((JsonObject) at(mesh.pods("example"), "/metadata/labels")).getMap())
        .containsAllEntriesOf(providers.getMap());
    assertThat(at(monitor, "/spec/endpoints/0/relabelings/0/targetLabel")).isEqualTo("release");
    assertThat(
            at(
                mesh.get("PodMonitor", "providers"),
                "/spec/podMetricsEndpoints/0/relabelings/0/targetLabel"))
        .isEqualTo("release");
  }

  @Test
  void theEtcdsDataGoesWithItsPodUnlessItHasAClaimWhichGoesWithTheRelease() {
    Manifests trial = Chart.with().render();
    assertThat(at(trial.pods("etcd"), "/spec/volumes").toString()).contains("emptyDir");
    JsonObject set =
        Chart.with("etcd.persistence.enabled", "true", "etcd.persistence.size", "3Gi")
            .render()
            .get("StatefulSet", "etcd");
    assertThat(at(set, "/spec/persistentVolumeClaimRetentionPolicy/whenDeleted"))
        .isEqualTo("Delete");
    JsonObject claim = (JsonObject) at(set, "/spec/volumeClaimTemplates/0/spec");
    assertThat(at(claim, "/resources/requests/storage")).isEqualTo("3Gi");
    assertThat(claim.containsKey("storageClassName")).isFalse();
  }

  @Test
  void theTestCallsTheService() {
    JsonObject pod =
        Chart.with(
                "gateway.service.port", "80", "tests.path", "/com.x.Y/z", "tests.expected", "'5'")
            .render()
            .get("Pod", "test");
    assertThat(at(pod, "/metadata/annotations/unhooked~1hook")).isEqualTo("test");
    assertThat(at(pod, "/spec/containers/0/args").toString())
        .contains("http://mesh-vertx-mesh-gateway.shop.svc:80/com.x.Y/z", "\"5\"");
    assertThat(Chart.with("tests.enabled", "false").render().has("Pod", "test")).isFalse();
  }
}
