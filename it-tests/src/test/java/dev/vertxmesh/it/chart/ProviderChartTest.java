package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent beside a provider. */
class ProviderChartTest {

  private static final Path ORDERS = Path.of("src/test/chart/orders");

  @Test
  void settingsOfTheAgentBesideAProviderAreItsFlags() {
    List<String> args =
        Chart.with(
                "provider.services", "[com.x.Orders:1.0@blue, com.x.Users]",
                "provider.weight", "3",
                "provider.config.limit", "95",
                "provider.config.max-message", "16777216",
                "provider.config.tag", "[zone=a, rack=9]",
                "example.provider.dubbo", "127.0.0.1:20881",
                "example.provider.weight", "5")
            .render()
            .agentFlags();
    assertThat(args)
        .contains(
            "--service=com.x.Orders:1.0@blue",
            "--service=com.x.Users",
            "--limit=95",
            "--max-message=16777216",
            "--tag=zone=a",
            "--tag=rack=9",
            "--dubbo=127.0.0.1:20881",
            "--weight=5");
  }

  @Test
  void anAgentBesideAGrpcServerLooksForNoDubboProvider() {
    assertThat(Chart.with().render().agentFlags()).contains("--dubbo=127.0.0.1:20880");
    assertThat(Chart.with("provider.config.grpc", "127.0.0.1:9090").render().agentFlags())
        .contains("--grpc=127.0.0.1:9090")
        .noneMatch(flag -> flag.startsWith("--dubbo"));
  }

  @Test
  void tokensOfTheAdminPortsAreFilesOfASecret() {
    Manifests plain = Chart.with().render();
    assertThat(plain.agentFlags())
        .contains("--admin-host=0.0.0.0", "--admin-open=/health,/metrics,/pre-stop")
        .noneMatch(flag -> flag.startsWith("--admin-token-file"));
    Manifests mesh = Chart.with("admin.tokenSecret.name", "people").render();
    String file = "/etc/vertx-mesh/admin-tokens/tokens";
    assertThat(mesh.agentFlags()).contains("--admin-token-file=" + file);
    assertThat(mesh.get("ConfigMap", "gateway").encode())
        .contains("admin-host: 0.0.0.0", "admin-token-file: " + file);
    for (String pod : List.of("gateway", "example")) {
      assertThat(mesh.get("Deployment", pod).encode())
          .contains("\"secretName\":\"people\"", "\"mountPath\":\"/etc/vertx-mesh/admin-tokens\"");
    }
  }

  @Test
  void whatIsOpenOfTheAdminPortBesideAProviderIsASetting() {
    assertThat(Chart.with("provider.config.admin-open", "/health").render().agentFlags())
        .contains("--admin-open=/health")
        .doesNotContain("--admin-open=/health,/metrics,/pre-stop");
  }

  @Test
  void anAgentIsFoundAtItsPodsAddress() {
    JsonArray env = Chart.with().render().container("example", "mesh-provider").getJsonArray("env");
    assertThat(env.getJsonObject(0).getString("name")).isEqualTo("MESH_HOST");
    assertThat(at(env.getJsonObject(0), "/valueFrom/fieldRef/fieldPath")).isEqualTo("status.podIP");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theProviderIsToldToStopOnceItsAgentHasDrained(boolean nativeSidecar) {
    Manifests mesh = Chart.with("provider.nativeSidecar", "" + nativeSidecar).render();
    for (String container : List.of("dubbo-provider", "mesh-provider")) {
      JsonObject hook =
          (JsonObject) at(mesh.container("example", container), "/lifecycle/preStop/httpGet");
      assertThat(hook.getString("path")).isEqualTo("/pre-stop");
      assertThat(hook.getInteger("port")).isEqualTo(30002);
      assertThat(at(hook, "/httpHeaders/0/name")).isEqualTo("x-mesh-hook");
    }
    boolean init = mesh.pods("example").getJsonObject("spec").containsKey("initContainers");
    assertThat(init).isEqualTo(nativeSidecar);
    assertThat(mesh.container("example", "mesh-provider").getString("restartPolicy"))
        .isEqualTo(nativeSidecar ? "Always" : null);
  }

  @ParameterizedTest
  @CsvSource({
    "provider.graceMillis, 10000, 30, 35",
    "provider.graceMillis, 40000, 60, 65",
    "provider.terminationGracePeriodSeconds, 90, 90, 95"
  })
  void anAgentThatIsNotEndedInItsPodsTimeComesBack(String key, String value, int ended, int back) {
    Manifests mesh = Chart.with(key, value).render();
    JsonObject pod = mesh.pods("example").getJsonObject("spec");
    assertThat(pod.getInteger("terminationGracePeriodSeconds")).isEqualTo(ended);
    for (String container : List.of("dubbo-provider", "mesh-provider")) {
      JsonObject hook =
          (JsonObject) at(mesh.container("example", container), "/lifecycle/preStop/httpGet");
      assertThat(at(hook, "/httpHeaders/1/name")).isEqualTo("x-mesh-back-after");
      assertThat(at(hook, "/httpHeaders/1/value")).isEqualTo("" + back);
    }
  }

  @Test
  void soDoesTheAgentInAPodOfOnesOwn() {
    JsonObject pod = ordersPods().getJsonObject("spec");
    assertThat(pod.getInteger("terminationGracePeriodSeconds")).isEqualTo(30);
    JsonObject provider = pod.getJsonArray("containers").getJsonObject(0);
    assertThat(at(provider, "/lifecycle/preStop/httpGet/httpHeaders/1/value")).isEqualTo("35");
  }

  @Test
  void nativeSidecarsNeedAKubernetesThatHasThem() {
    Chart chart = Chart.with("provider.nativeSidecar", "true").on("1.28.0");
    assertThatThrownBy(chart::render).hasMessageContaining("needs Kubernetes 1.29 or later");
  }

  @Test
  void aRolloutTakesNoPodAwayBeforeItsSuccessorIsReady() {
    Manifests mesh = Chart.with().render();
    for (String part : List.of("gateway", "example")) {
      JsonObject rolling =
          (JsonObject) at(mesh.get("Deployment", part), "/spec/strategy/rollingUpdate");
      assertThat(rolling.getInteger("maxUnavailable")).isZero();
    }
  }

  @Test
  void aChartOfYourOwnTakesTheAgentInAsTheDocsSay() {
    JsonObject pods = ordersPods();
    JsonObject agent = (JsonObject) at(pods, "/spec/containers/1");
    assertThat(agent.getString("name")).isEqualTo("mesh-provider");
    assertThat(agent.getJsonArray("args"))
        .contains(
            "--registry=etcd://etcd.infra:2379?cache=none&wait=3600", "--weight=2", "--limit=95");
    assertThat(at(pods, "/spec/containers/0/lifecycle")).isEqualTo(agent.getValue("lifecycle"));
    assertThat(at(pods, "/metadata/labels/vertx-mesh.dev~1part")).isEqualTo("provider");
  }

  @Test
  void aPodOfYourOwnIsLetIntoANamespaceThatEnforcesTheRestrictedStandard() {
    assertThat(RestrictedStandard.violations(ordersPods().getJsonObject("spec"))).isEmpty();
  }

  /** The standard looks at containers where their pod says nothing. */
  @Test
  void theAgentsContainerNeedsNothingOfItsPodForTheRestrictedStandard() {
    JsonObject agent = Chart.with().render().container("example", "mesh-provider");
    JsonObject bare = new JsonObject().put("containers", new JsonArray().add(agent));
    assertThat(RestrictedStandard.violations(bare)).containsExactly("a token");
  }

  @Test
  void gatewaysReachTheLinksOfAProviderOfYourOwnAndNobodyItsAdminPort() {
    JsonObject policy = ordersHas("NetworkPolicy");
    JsonObject labels = (JsonObject) at(ordersPods(), "/metadata/labels");
    JsonObject selected = (JsonObject) at(policy, "/spec/podSelector/matchLabels");
    assertThat(labels.getMap()).containsAllEntriesOf(selected.getMap());
    assertThat((JsonArray) at(policy, "/spec/ingress")).hasSize(1);
    assertThat(at(policy, "/spec/policyTypes")).hasToString("[\"Ingress\"]");
    assertThat(at(policy, "/spec/ingress/0/ports")).hasToString("[{\"port\":30000}]");
    JsonObject gateway = Chart.with().render().pods("gateway");
    assertThat(((JsonObject) at(gateway, "/metadata/labels")).getMap())
        .containsAllEntriesOf(
            ((JsonObject) at(policy, "/spec/ingress/0/from/0/podSelector/matchLabels")).getMap());
  }

  @Test
  void whoElseReachesAProviderOfYourOwnIsSaidByValues() {
    String values = "src/test/chart/orders-policies.yaml";
    JsonObject policy =
        Chart.renderIn(ORDERS, Path.of(values)).all().stream()
            .filter(one -> one.getString("kind").equals("NetworkPolicy"))
            .findFirst()
            .orElseThrow();
    assertThat(at(policy, "/spec/ingress/0/from").toString()).contains("infra");
    assertThat((JsonArray) at(policy, "/spec/ingress/0/from")).hasSize(1);
    assertThat(at(policy, "/spec/ingress/1/ports/0/port")).isEqualTo(31002);
    assertThat(at(policy, "/spec/ingress/1/from").toString()).contains("monitoring");
    assertThat(at(policy, "/spec/policyTypes")).hasToString("[\"Ingress\",\"Egress\"]");
    assertThat(at(policy, "/spec/egress/0/ports").toString()).contains("53");
    assertThat(at(policy, "/spec/egress/1/to").toString()).contains("10.2.0.0/16");
    assertThat(at(policy, "/spec/egress/2/to").toString()).contains("10.9.0.0/16");
  }

  @Test
  void whatTheDocsShowOfADeploymentIsWhatIsTestedHere() throws IOException {
    String tested = Files.readString(ORDERS.resolve("templates/deployment.yaml"));
    String docs = Files.readString(Path.of("../docs/kubernetes.md"));
    String shown = docs.split("# templates/deployment.yaml\n", 2)[1].split("```", 2)[0];
    assertThat(shown.lines().map(String::strip).filter(line -> !line.contains("…")))
        .allMatch(line -> tested.contains(line));
  }

  @Test
  void theChartIsFoundWhereTheDocsSayThatItLies() throws IOException {
    String line = "repository: \"file://../vertx-mesh/k8s/chart\"";
    assertThat(Files.readString(ORDERS.resolve("Chart.yaml"))).contains(line);
    assertThat(Files.readString(Path.of("../docs/kubernetes.md"))).contains(line);
    Path values = ORDERS.resolve("values.yaml");
    assertThat(Chart.renderUpdated(ORDERS, values)).isEqualTo(Chart.renderIn(ORDERS, values));
  }

  private static JsonObject ordersPods() {
    return (JsonObject) at(ordersHas("Deployment"), "/spec/template");
  }

  private static JsonObject ordersHas(String kind) {
    return Chart.renderIn(ORDERS, ORDERS.resolve("values.yaml")).all().stream()
        .filter(one -> one.getString("kind").equals(kind))
        .findFirst()
        .orElseThrow();
  }
}
