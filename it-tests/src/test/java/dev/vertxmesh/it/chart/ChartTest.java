package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.LintResult;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** The chart as a whole. */
class ChartTest {

  /** The releases that the chart is for, and of each what is validated against its schemas. */
  static final List<String> KUBERNETES =
      List.of("1.28.0", "1.29.0", "1.30.0", "1.31.0", "1.32.0", "1.33.0", "1.34.0");

  @Test
  void helmFindsNothingToSay() {
    LintResult result = Chart.lint();
    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
  }

  @Test
  void itsImagesAreOfTheVersionThatIsBuilt() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    assertThat(pom).contains("<version>" + Chart.about().get("appVersion") + "</version>");
    assertThat((String) Chart.about().get("appVersion"))
        .startsWith((String) Chart.about().get("version"));
  }

  @Test
  void whatItBringsWithoutAWordIsATrial() {
    Manifests mesh = Chart.with().render();
    assertThat(mesh.has("Deployment", "gateway")).isTrue();
    assertThat(mesh.has("Deployment", "example")).isTrue();
    assertThat(mesh.has("StatefulSet", "etcd")).isTrue();
    assertThat(mesh.has("Pod", "test")).isTrue();
    assertThat(mesh.names())
        .noneMatch(name -> name.startsWith("HorizontalPodAutoscaler"))
        .noneMatch(name -> name.contains("Monitor"))
        .noneMatch(name -> name.contains("Role"));
  }

  @ParameterizedTest
  @FieldSource("KUBERNETES")
  void everyPodIsAsRestrictedAsCanBe(String release) {
    Stream.of(
            Chart.with().on(release).render("defaults"),
            Chart.EVERYTHING.on(release).render("everything"),
            release.compareTo("1.31") < 0
                ? Chart.EVERYTHING.on(release).render()
                : Chart.EVERYTHING
                    .and("gateway.service.trafficDistribution", "PreferClose")
                    .on(release)
                    .render("close"),
            release.startsWith("1.28")
                ? Chart.EVERYTHING.on(release).render()
                : Chart.EVERYTHING
                    .and("provider.nativeSidecar", "true")
                    .on(release)
                    .render("native"))
        .flatMap(mesh -> mesh.podTemplates().stream())
        .forEach(
            pod ->
                assertThat(RestrictedStandard.violations(pod.getJsonObject("spec")))
                    .as("%s", at(pod, "/metadata/labels"))
                    .isEmpty());
  }

  @Test
  void theStandardsCheckSeesWhatIsWrong() {
    JsonObject spec =
        new JsonObject()
            .put("hostNetwork", true)
            .put("volumes", List.of(Map.of("name", "x", "hostPath", Map.of("path", "/"))))
            .put("containers", List.of(Map.of("name", "c")));
    assertThat(RestrictedStandard.violations(new JsonObject(spec.encode())))
        .contains(
            "hostNetwork", "a token", "c: runAsNonRoot", "c: seccompProfile", "c: capabilities")
        .anyMatch(one -> one.startsWith("volume ") && one.contains("hostPath"));
  }

  @Test
  void nobodyMayAskKubernetesForAnything() {
    Manifests mesh = Chart.EVERYTHING.render();
    List<JsonObject> accounts =
        mesh.all().stream().filter(one -> one.getString("kind").equals("ServiceAccount")).toList();
    assertThat(accounts)
        .hasSize(3)
        .allMatch(one -> Boolean.FALSE.equals(one.getValue("automountServiceAccountToken")));
  }

  @ParameterizedTest
  @CsvSource({
    "gateway.enabled, gateway",
    "example.enabled, example",
    "etcd.enabled, etcd",
  })
  void whatIsSwitchedOffLeavesNothing(String value, String part) {
    Chart without =
        Chart.EVERYTHING.and(value, "false").and("registry.url", "etcd://etcd.example:2379");
    assertThat(without.render().names()).noneMatch(name -> name.endsWith("-" + part));
    if (part.equals("gateway")) {
      assertThat(without.render().names()).noneMatch(name -> name.startsWith("Pod mesh"));
    }
  }

  @Test
  void imagesTagsAndPullPoliciesAreValues() {
    for (String image : List.of("consumer", "provider", "example", "etcd")) {
      Manifests mesh =
          Chart.with(
                  "images." + image + ".repository", "here/" + image,
                  "images." + image + ".tag", "'7'",
                  "images." + image + ".pullPolicy", "Never")
              .render();
      assertThat(mesh.podTemplates().stream().flatMap(p -> containersOf(p)))
          .anySatisfy(
              container -> {
                assertThat(container.getString("image")).isEqualTo("here/" + image + ":7");
                assertThat(container.getString("imagePullPolicy")).isEqualTo("Never");
              });
    }
    assertThat(at(Chart.EVERYTHING.render().pods("etcd"), "/spec/imagePullSecrets/0/name"))
        .isEqualTo("registry");
  }

  @Test
  void commonLabelsAreOnEveryObjectAndPodAndInNoSelector() {
    Manifests before = Chart.EVERYTHING.and("commonLabels", "{}").render();
    Manifests mesh = Chart.EVERYTHING.and("commonLabels.cost", "'7'").render();
    assertThat(mesh.all()).allMatch(one -> "7".equals(at(one, "/metadata/labels/cost")));
    assertThat(mesh.podTemplates()).allMatch(pod -> "7".equals(at(pod, "/metadata/labels/cost")));
    for (int i = 0; i < mesh.all().size(); i++) {
      assertThat(at(mesh.all().get(i), "/spec/selector"))
          .isEqualTo(at(before.all().get(i), "/spec/selector"));
    }
  }

  /** Two values of the same label would be an object that Kubernetes may refuse. */
  @Test
  void aPartsOwnLabelIsStrongerThanTheCommonOne() {
    Manifests mesh =
        Chart.EVERYTHING
            .and("gateway.podLabels.team", "mesh")
            .and("dashboard.labels.team", "graphs")
            .render();
    assertThat(at(mesh.pods("gateway"), "/metadata/labels/team")).isEqualTo("mesh");
    assertThat(at(mesh.get("ConfigMap", "dashboard"), "/metadata/labels/team")).isEqualTo("graphs");
    assertThat(at(mesh.pods("etcd"), "/metadata/labels/team")).isEqualTo("shop");
  }

  @Test
  void everyPodHasItsPartsPriorityOrThatOfAll() {
    Manifests all = Chart.with("priorityClassName", "middling").render();
    assertThat(all.podTemplates())
        .hasSize(4)
        .allMatch(pod -> "middling".equals(at(pod, "/spec/priorityClassName")));
    Manifests own =
        Chart.with(
                "priorityClassName", "middling",
                "gateway.priorityClassName", "a",
                "example.priorityClassName", "b",
                "etcd.priorityClassName", "c",
                "tests.priorityClassName", "d")
            .render();
    assertThat(own.podTemplates())
        .extracting(pod -> at(pod, "/spec/priorityClassName"))
        .containsExactlyInAnyOrder("a", "b", "c", "d");
    assertThat(Chart.with().render().podTemplates())
        .allMatch(pod -> at(pod, "/spec/priorityClassName") == null);
  }

  @Test
  void anUpgradeRollsOnlyWhatChanged() {
    Manifests before = Chart.with().render();
    rolls(before, Chart.with("gateway.config.timeout", "3000"), "gateway");
    rolls(before, Chart.with("provider.weight", "3"), "example");
    rolls(before, Chart.with("etcd.resources.limits.memory", "1Gi"), "etcd");
    rolls(before, Chart.with("images.consumer.tag", "'2'"), "gateway");
    rolls(before, Chart.with("images.provider.tag", "'2'"), "example");
    rolls(before, Chart.with("gateway.priorityClassName", "high"), "gateway");
    rolls(before, Chart.with("example.priorityClassName", "high"), "example");
    rolls(before, Chart.with("etcd.priorityClassName", "high"), "etcd");
    rolls(before, Chart.with("gateway.replicas", "5", "networkPolicy.enabled", "false"), "");
    rolls(
        before, Chart.with("gateway.service.annotations.a", "b", "dashboard.enabled", "true"), "");
  }

  private static void rolls(Manifests before, Chart changed, String part) {
    Manifests after = changed.render();
    for (String one : List.of("gateway", "example", "etcd")) {
      assertThat(after.pods(one).equals(before.pods(one)))
          .as("%s is as before with %s", one, changed.values())
          .isEqualTo(!one.equals(part));
    }
  }

  @Test
  void namesCanBeGiven() {
    assertThat(Chart.with("fullnameOverride", "dubbo").render().names())
        .contains("Deployment dubbo-gateway", "Service dubbo-etcd");
    assertThat(Chart.with("nameOverride", "m1").render().names())
        .contains("Deployment mesh-m1-gateway");
  }

  @ParameterizedTest
  @CsvSource({
    "gateway.replica, 3, replica",
    "gateway.replicas, many, replicas",
    "registry.url, http://etcd:2379, url",
    "registry.url, '\"etcd://etcd:2379?ttl=5\"', registry.options",
    "images.consumer.pullPolicy, Sometimes, pullPolicy",
    "gateway.service.port, 70000, port",
    "provider.terminationGracePeriodSeconds, 86401, terminationGracePeriodSeconds",
    "gateway.config.registry, x, the chart sets this itself",
    "provider.dubbo, 20880, dubbo",
    "commonLabels, '{app.kubernetes.io/name: x}', commonLabels",
    "gateway.service.nodePort, 30080, expected NodePort or LoadBalancer",
    "gateway.service.externalTrafficPolicy, Local, expected NodePort or LoadBalancer",
    "gateway.service.loadBalancerIP, 192.0.2.7, expected LoadBalancer",
    "gateway.service.sessionAffinity, Cookie, sessionAffinity",
    "gateway.httpRoute.enabled, true, gateway.httpRoute.parentRefs is empty",
    "gateway.grpcRoute.enabled, true, gateway.grpcRoute.parentRefs is empty",
    "gateway.podDisruptionBudget, '{minAvailable: 1, maxUnavailable: 2}', expected one",
    "example.podDisruptionBudget, '{minAvailable: 1, maxUnavailable: 2}', expected one",
    "gateway.strategy.type, Canary, type",
    "etcd.enabled, false, the agents need one of them",
  })
  void whatCantBeIsRefusedByName(String name, String value, String told) {
    assertThatThrownBy(() -> Chart.with(name, value).render()).hasMessageContaining(told);
  }

  private static Stream<JsonObject> containersOf(JsonObject template) {
    return Manifests.containers(template.getJsonObject("spec"));
  }
}
