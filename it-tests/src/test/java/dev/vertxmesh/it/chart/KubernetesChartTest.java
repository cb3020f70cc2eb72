package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where Kubernetes itself is the registry. */
class KubernetesChartTest {

  private static final Chart OWN =
      Chart.with("registry.url", "'kubernetes:mesh-vertx-mesh-example,users,infra/x'");

  private static List<JsonObject> ofKind(Manifests mesh, String kind) {
    return mesh.all().stream().filter(one -> kind.equals(one.getString("kind"))).toList();
  }

  @Test
  void theGatewayMayReadWhatItNeedsInEachNamespaceAndNothingElse() {
    Manifests mesh = OWN.render("kubernetes");
    assertThat(mesh.registry())
        .isEqualTo("kubernetes:mesh-vertx-mesh-example,users,infra/x?cache=none&wait=3600");
    assertThat(mesh.has("StatefulSet", "etcd")).isFalse();
    List<JsonObject> roles = ofKind(mesh, "Role");
    assertThat(roles)
        .extracting(one -> at(one, "/metadata/namespace") + " " + at(one, "/metadata/name"))
        .containsExactly("shop mesh-vertx-mesh-gateway", "infra mesh-vertx-mesh-gateway-shop");
    assertThat(roles)
        .allSatisfy(
            one ->
                assertThat(one.getJsonArray("rules"))
                    .isEqualTo(
                        new JsonArray()
                            .add(rule("discovery.k8s.io", "endpointslices"))
                            .add(rule("", "services"))));
    assertThat(ofKind(mesh, "RoleBinding"))
        .extracting(one -> at(one, "/metadata/namespace") + " " + at(one, "/roleRef/name"))
        .containsExactly("shop mesh-vertx-mesh-gateway", "infra mesh-vertx-mesh-gateway-shop");
    assertThat(ofKind(mesh, "RoleBinding"))
        .allSatisfy(
            one ->
                assertThat(at(one, "/subjects"))
                    .hasToString(
                        "[{\"kind\":\"ServiceAccount\",\"name\":\"mesh-vertx-mesh-gateway\","
                            + "\"namespace\":\"shop\"}]"));
    assertThat(mesh.names()).noneMatch(name -> name.startsWith("ClusterRole"));
  }

  private static JsonObject rule(String group, String resource) {
    return new JsonObject()
        .put("apiGroups", new JsonArray().add(group))
        .put("resources", new JsonArray().add(resource))
        .put("verbs", new JsonArray().add("get").add("list").add("watch"));
  }

  @Test
  void onlyTheGatewaysPodHasAToken() {
    Manifests mesh = OWN.render();
    assertThat(at(mesh.pods("gateway"), "/spec/automountServiceAccountToken")).isEqualTo(true);
    assertThat(at(mesh.pods("example"), "/spec/automountServiceAccountToken")).isEqualTo(false);
    assertThat(RestrictedStandard.violations(mesh.pods("gateway").getJsonObject("spec")))
        .containsExactly("a token");
  }

  @Test
  void theExampleIsFoundByAServiceThatSaysWhatItServes() {
    JsonObject service = OWN.render().get("Service", "example");
    assertThat(at(service, "/metadata/annotations").toString())
        .contains("vertx-mesh/services", "IHelloService");
    assertThat(at(service, "/spec/ports/0/name")).isEqualTo("link");
    assertThat(at(service, "/spec/clusterIP")).isEqualTo("None");
  }

  @Test
  void servicesAreFoundByLabelToo() {
    Manifests mesh =
        Chart.with(
                "registry.url", "'kubernetes:infra/'",
                "registry.options", "label=app%3Dorders&wait=5")
            .render();
    assertThat(mesh.registry()).isEqualTo("kubernetes:infra/?cache=none&label=app%3Dorders&wait=5");
    assertThat(ofKind(mesh, "Role"))
        .extracting(one -> at(one, "/metadata/namespace"))
        .containsExactly("infra");
  }

  @Test
  void withAnotherRegistryOrClusterOrWithoutAGatewayThereIsNoRole() {
    Stream.of(
            Chart.with("registry.url", "etcd://etcd.example:2379"),
            OWN.and("gateway.enabled", "false"),
            OWN.and("registry.options", "api=https://elsewhere"))
        .map(Chart::render)
        .forEach(
            mesh -> {
              assertThat(mesh.names()).noneMatch(name -> name.contains("Role"));
              assertThat(mesh.podTemplates())
                  .allMatch(
                      pod -> Boolean.FALSE.equals(at(pod, "/spec/automountServiceAccountToken")));
            });
  }
}
