package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How callers outside of the cluster come to the gateway. */
class CallersChartTest {

  private static final String GATEWAY = "mesh-vertx-mesh-gateway";

  @Test
  void theServiceSaysNothingThatItIsntTold() {
    JsonObject spec = Chart.with().render().get("Service", "gateway").getJsonObject("spec");
    assertThat(spec.fieldNames()).containsExactlyInAnyOrder("type", "selector", "ports");
    assertThat(spec.getJsonArray("ports").getJsonObject(0).fieldNames())
        .containsExactlyInAnyOrder("name", "port", "targetPort");
    assertThat(Chart.with().render().names())
        .noneMatch(name -> name.startsWith("Ingress") || name.contains("Route"));
  }

  @Test
  void theServicesPortsAddressAndPoliciesAreValues() {
    JsonObject spec =
        Chart.EVERYTHING
            .and("gateway.service.trafficDistribution", "PreferClose")
            .render()
            .get("Service", "gateway")
            .getJsonObject("spec");
    assertThat(spec.getMap())
        .containsEntry("type", "LoadBalancer")
        .containsEntry("loadBalancerIP", "192.0.2.7")
        .containsEntry("externalTrafficPolicy", "Local")
        .containsEntry("trafficDistribution", "PreferClose")
        .containsEntry("sessionAffinity", "ClientIP");
    assertThat(at(spec, "/ports/0/nodePort")).isEqualTo(30080);
    assertThat(at(spec, "/ports/0/appProtocol")).isEqualTo("kubernetes.io/h2c");
    assertThat(at(spec, "/ports/1/nodePort")).isEqualTo(30081);
  }

  /** An older one would drop the setting without a word. */
  @Test
  void whereTrafficGoesNeedsAKubernetesThatLooksAtIt() {
    Chart chart = Chart.with("gateway.service.trafficDistribution", "PreferClose").on("1.30.0");
    assertThatThrownBy(chart::render).hasMessageContaining("needs Kubernetes 1.31 or later");
  }

  @Test
  void anIngressLeadsToTheGatewayByNames() {
    JsonObject ingress =
        Chart.with(
                "gateway.ingress.enabled", "true",
                "gateway.ingress.className", "nginx",
                "gateway.ingress.annotations.a", "b",
                "gateway.ingress.hosts", "[a.example, b.example]",
                "gateway.ingress.path", "/mesh",
                "gateway.ingress.tls[0].secretName", "mesh-tls")
            .render()
            .get("Ingress", "gateway");
    assertThat(at(ingress, "/metadata/annotations/a")).isEqualTo("b");
    assertThat(at(ingress, "/spec/ingressClassName")).isEqualTo("nginx");
    assertThat(at(ingress, "/spec/tls/0/secretName")).isEqualTo("mesh-tls");
    assertThat((JsonArray) at(ingress, "/spec/rules")).hasSize(2);
    assertThat(at(ingress, "/spec/rules/1/host")).isEqualTo("b.example");
    JsonObject path = (JsonObject) at(ingress, "/spec/rules/1/http/paths/0");
    assertThat(path.getString("path")).isEqualTo("/mesh");
    assertThat(at(path, "/backend/service/name")).isEqualTo(GATEWAY);
    assertThat(at(path, "/backend/service/port/name")).isEqualTo("http");
  }

  @Test
  void anIngressWithoutNamesIsForAll() {
    JsonObject ingress =
        Chart.with("gateway.ingress.enabled", "true").render().get("Ingress", "gateway");
    assertThat((JsonArray) at(ingress, "/spec/rules")).hasSize(1);
    assertThat(at(ingress, "/spec/rules/0/host")).isNull();
    assertThat(at(ingress, "/spec/ingressClassName")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"httpRoute, HTTPRoute", "grpcRoute, GRPCRoute"})
  void aRouteLeadsFromAGatewayOfTheGatewayApi(String value, String kind) {
    JsonObject route =
        Chart.with(
                "gateway.service.port",
                "80",
                "gateway." + value + ".enabled",
                "true",
                "gateway." + value + ".parentRefs[0].name",
                "public",
                "gateway." + value + ".hostnames",
                "[mesh.example]",
                "gateway." + value + ".matches[0].headers",
                "[{name: team, value: shop}]")
            .render()
            .get(kind, "gateway");
    assertThat(route.getString("apiVersion")).isEqualTo("gateway.networking.k8s.io/v1");
    assertThat(at(route, "/spec/parentRefs/0/name")).isEqualTo("public");
    assertThat(at(route, "/spec/hostnames/0")).isEqualTo("mesh.example");
    assertThat(at(route, "/spec/rules/0/matches/0/headers/0/value")).isEqualTo("shop");
    assertThat(at(route, "/spec/rules/0/backendRefs/0/name")).isEqualTo(GATEWAY);
    assertThat(at(route, "/spec/rules/0/backendRefs/0/port")).isEqualTo(80);
  }

  /** The Gateway API has one of the two, and which one isn't ours to say. */
  @Test
  void aNameAtAGatewayIsForOneKindOfRoute() {
    Chart both = Chart.EVERYTHING.and("gateway.grpcRoute.hostnames", "[mesh.example]");
    assertThatThrownBy(both::render).hasMessageContaining("have the same hostnames");
  }
}
