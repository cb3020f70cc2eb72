package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the values of the gateway do. */
class GatewayChartTest {

  @Test
  void settingsGoIntoTheGatewaysFile() {
    Map<String, Object> file =
        Chart.with(
                "gateway.config.timeout", "3000",
                "gateway.config.max-message", "16777216",
                "gateway.config.idempotent", "[a#find*, b#get]",
                "gateway.dubboPort", "20001",
                "gateway.eventLoops", "2")
            .render()
            .gatewayFile();
    assertThat(file)
        .containsEntry("timeout", 3000)
        .containsEntry("max-message", 16_777_216)
        .containsEntry("idempotent", List.of("a#find*", "b#get"))
        .containsEntry("dubbo-port", 20001)
        .containsEntry("event-loops", 2)
        .containsEntry("linger", 5000);
  }

  @Test
  void callersPortsHaveTlsFromASecret() {
    Manifests mesh =
        Chart.with("tls.callers.secretName", "gateway-tls", "tls.callers.clientAuth", "asked")
            .render();
    assertThat(mesh.gatewayFile())
        .containsEntry("tls-cert", "/etc/vertx-mesh/callers-tls/tls.crt")
        .containsEntry("tls-key", "/etc/vertx-mesh/callers-tls/tls.key")
        .containsEntry("tls-client-ca", "/etc/vertx-mesh/callers-tls/ca.crt")
        .containsEntry("tls-client-auth", "asked");
    assertThat(at(mesh.pods("gateway"), "/spec/volumes").toString())
        .contains("\"secretName\":\"gateway-tls\"");
    assertThat(mesh.container("gateway", "mesh-consumer").getJsonArray("volumeMounts").encode())
        .contains("/etc/vertx-mesh/callers-tls");
    assertThat(mesh.names()).noneMatch(name -> name.startsWith("Pod/"));
  }

  @Test
  void callersPortsHaveNoTlsByDefault() {
    assertThat(Chart.with().render().gatewayFile()).doesNotContainKeys("tls-cert", "tls-client-ca");
    assertThatThrownBy(Chart.with("tls.callers.clientAuth", "required")::render)
        .hasMessageContaining("expected tls.callers.secretName too");
  }

  @Test
  void podsHaveTheTimeThatTheirAgentsTake() {
    Manifests mesh =
        Chart.with("gateway.lingerMillis", "7000", "gateway.graceMillis", "30000").render();
    assertThat(at(mesh.pods("gateway"), "/spec/terminationGracePeriodSeconds")).isEqualTo(47);
    Manifests example = Chart.with("example.provider.graceMillis", "30000").render();
    assertThat(at(example.pods("example"), "/spec/terminationGracePeriodSeconds")).isEqualTo(50);
    assertThat(example.agentFlags()).contains("--grace=30000");
  }

  @Test
  void anAutoscalerTakesTheNumberOfGatewaysOver() {
    assertThat(
            at(
                Chart.with("gateway.replicas", "3").render().get("Deployment", "gateway"),
                "/spec/replicas"))
        .isEqualTo(3);
    Manifests scaled =
        Chart.with("gateway.autoscaling.enabled", "true", "gateway.autoscaling.maxReplicas", "7")
            .render();
    assertThat(at(scaled.get("Deployment", "gateway"), "/spec/replicas")).isNull();
    JsonObject scaler = scaled.get("HorizontalPodAutoscaler", "gateway");
    assertThat(at(scaler, "/spec/maxReplicas")).isEqualTo(7);
    assertThat(at(scaler, "/spec/scaleTargetRef/name")).isEqualTo("mesh-vertx-mesh-gateway");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "example"})
  void disruptionsAreBoundedUnlessToldOtherwise(String part) {
    String value = part + ".podDisruptionBudget.";
    assertThat(
            at(
                Chart.with(value + "maxUnavailable", "50%")
                    .render()
                    .get("PodDisruptionBudget", part),
                "/spec/maxUnavailable"))
        .isEqualTo("50%");
    assertThat(Chart.with(value + "enabled", "false").render().has("PodDisruptionBudget", part))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "example"})
  void aBoundOfWhatHasToStayTakesThePlaceOfTheOther(String part) {
    JsonObject budget =
        Chart.with(part + ".podDisruptionBudget.minAvailable", "2")
            .render()
            .get("PodDisruptionBudget", part);
    assertThat(at(budget, "/spec/minAvailable")).isEqualTo(2);
    assertThat(at(budget, "/spec/maxUnavailable")).isNull();
  }

  @Test
  void anAutoscalerMayGoByCallsInFlightBesideCpu() {
    Chart scaled = Chart.with("gateway.autoscaling.enabled", "true");
    JsonObject byCpu = scaled.render().get("HorizontalPodAutoscaler", "gateway");
    assertThat((JsonArray) at(byCpu, "/spec/metrics")).hasSize(1);
    assertThat(at(byCpu, "/spec/behavior")).isNull();
    JsonObject byCalls =
        scaled
            .and("gateway.autoscaling.callsInFlight.limit", "1000")
            .and("gateway.autoscaling.callsInFlight.targetPercentage", "60")
            .and("gateway.autoscaling.behavior.scaleDown.stabilizationWindowSeconds", "600")
            .render()
            .get("HorizontalPodAutoscaler", "gateway");
    assertThat(at(byCalls, "/spec/metrics/0/resource/name")).isEqualTo("cpu");
    assertThat(at(byCalls, "/spec/metrics/1/pods/metric/name")).isEqualTo("mesh_calls_in_flight");
    assertThat(at(byCalls, "/spec/metrics/1/pods/target/averageValue")).isEqualTo("600");
    assertThat(at(byCalls, "/spec/behavior/scaleDown/stabilizationWindowSeconds")).isEqualTo(600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "example"})
  void howARolloutGoesIsAValue(String part) {
    JsonObject quick =
        Chart.with(part + ".strategy.rollingUpdate.maxSurge", "50%", part + ".minReadySeconds", "9")
            .render()
            .get("Deployment", part);
    assertThat(at(quick, "/spec/strategy/rollingUpdate/maxSurge")).isEqualTo("50%");
    assertThat(at(quick, "/spec/strategy/rollingUpdate/maxUnavailable")).isEqualTo(0);
    assertThat(at(quick, "/spec/minReadySeconds")).isEqualTo(9);
    JsonObject anew =
        Chart.with(part + ".strategy.type", "Recreate").render().get("Deployment", part);
    assertThat(at(anew, "/spec/strategy")).hasToString("{\"type\":\"Recreate\"}");
  }

  private static JsonArray spread(Chart chart) {
    return (JsonArray) at(chart.render().pods("gateway"), "/spec/topologySpreadConstraints");
  }

  /** A label that a node lacks takes all of its constraints out of the scheduler's reckoning. */
  @Test
  void gatewaysSpreadOverNodesAndOverZonesWhereThereAreAny() {
    JsonArray nodes =
        spread(Chart.with("gateway.topologySpread.whenUnsatisfiable", "DoNotSchedule"));
    assertThat(nodes).hasSize(1);
    assertThat(nodes.encode()).contains("DoNotSchedule", "kubernetes.io/hostname");
    String keys = "[kubernetes.io/hostname, topology.kubernetes.io/zone]";
    JsonArray zones = spread(Chart.with("gateway.topologySpread.keys", keys));
    assertThat(zones).hasSize(2);
    assertThat(zones.encode()).contains("ScheduleAnyway", "topology.kubernetes.io/zone");
    Manifests without = Chart.with("gateway.topologySpread.enabled", "false").render();
    assertThat(at(without.pods("gateway"), "/spec/topologySpreadConstraints")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "example", "etcd"})
  void podsGoWhereTheyAreSent(String part) {
    JsonObject pods =
        Chart.with(
                part + ".nodeSelector.disk", "ssd",
                part + ".tolerations[0].key", "spot",
                part + ".affinity.nodeAffinity.x", "y")
            .render()
            .pods(part);
    assertThat(at(pods, "/spec/nodeSelector/disk")).isEqualTo("ssd");
    assertThat(at(pods, "/spec/tolerations/0/key")).isEqualTo("spot");
    assertThat(at(pods, "/spec/affinity/nodeAffinity/x")).isEqualTo("y");
  }

  @Test
  void whatTheGatewaysPodsGetBesides() {
    JsonObject pods =
        Chart.EVERYTHING
            .and("gateway.podLabels.team", "shop")
            .and("gateway.podAnnotations.note", "x")
            .and("gateway.extraEnv[0].name", "TZ")
            .and("gateway.extraEnv[0].value", "UTC")
            .render()
            .pods("gateway");
    assertThat(at(pods, "/metadata/labels/team")).isEqualTo("shop");
    assertThat(at(pods, "/metadata/annotations/note")).isEqualTo("x");
    assertThat(at(pods, "/spec/priorityClassName")).isEqualTo("high");
    assertThat(at(pods, "/spec/containers/0/env").toString())
        .contains("JDK_JAVA_OPTIONS", "-Xlog:gc", "TZ");
    assertThat(at(pods, "/spec/volumes").toString()).contains("\"api\"");
    assertThat(at(pods, "/spec/containers/0/volumeMounts").toString()).contains("/api");
    assertThat(at(pods, "/spec/containers/0/ports").toString()).contains("20001");
  }

  @ParameterizedTest
  @ValueSource(strings = {"200m", "0.2", "499m"})
  void belowHalfACpuThereIsNoOptimizingCompilerUnlessToldOtherwise(String limit) {
    Chart chart = Chart.with("gateway.resources.limits.cpu", limit);
    assertThat(flags(chart)).isEqualTo("-XX:TieredStopAtLevel=1 ");
    assertThat(flags(chart.and("gateway.javaOptions", "-XX:TieredStopAtLevel=4")))
        .isEqualTo("-XX:TieredStopAtLevel=1 -XX:TieredStopAtLevel=4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"500m", "1", "2.5"})
  void fromHalfACpuOnTheJvmIsAsItComes(String limit) {
    Chart chart = Chart.with("gateway.resources.limits.cpu", limit);
    assertThat(chart.render().pods("gateway").encode()).doesNotContain("JDK_JAVA_OPTIONS");
  }

  private static String flags(Chart chart) {
    return (String) at(chart.render().pods("gateway"), "/spec/containers/0/env/0/value");
  }

  @Test
  void theServiceLetsCallersInAndNobodyToTheAdminPort() {
    JsonObject service =
        Chart.with(
                "gateway.service.type", "NodePort",
                "gateway.service.port", "80",
                "gateway.dubboPort", "20001")
            .render()
            .get("Service", "gateway");
    assertThat(at(service, "/spec/type")).isEqualTo("NodePort");
    assertThat(at(service, "/spec/ports").toString())
        .contains("\"port\":80", "\"port\":20001")
        .doesNotContain("admin");
  }
}
