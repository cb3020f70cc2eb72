package dev.vertxmesh.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.it.chart.NetworkRules.Party;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who reaches whom by the policies that are rendered: everybody is tried with everybody. */
class ReachChartTest {

  private static final Chart KEPT =
      Chart.with(
          "registry.url", "etcd://etcd.infra.svc:2379",
          "gateway.dubboPort", "20001",
          "tests.enabled", "false",
          "networkPolicy.egress", "true",
          "networkPolicy.registryTo[0].ipBlock.cidr", "10.9.0.0/24",
          "networkPolicy.gatewayTo[0].ipBlock.cidr", "10.8.0.7/32",
          "networkPolicy.gatewayFrom[0].podSelector.matchLabels.app", "web",
          "networkPolicy.adminFrom[0].namespaceSelector.matchLabels",
              "{kubernetes.io/metadata.name: monitoring}");

  /** Beside whose provider the agent is, in {@code default}; it has 10.7.0.0/24 to connect to. */
  private static final Manifests ORDERS =
      Chart.renderIn(Path.of("src/test/chart/orders"), Path.of("src/test/chart/orders-reach.yaml"));

  private final Manifests mesh = KEPT.render("reach");
  private final NetworkRules rules = NetworkRules.of(mesh, ORDERS);
  private final Map<String, Party> pods = new LinkedHashMap<>();
  private final Map<String, Party> others = new LinkedHashMap<>();

  ReachChartTest() {
    pods.put("gateway", Party.of("shop", mesh.pods("gateway")));
    pods.put("example", Party.of("shop", mesh.pods("example")));
    pods.put("orders", Party.of("default", ORDERS.podTemplates().get(0)));
    pods.put("web", Party.pod("shop", Map.of("app", "web")));
    pods.put("neighbour", Party.pod("shop", Map.of("app", "other")));
    pods.put("abroad", Party.pod("abroad", Map.of("app", "web")));
    pods.put("prometheus", Party.pod("monitoring", Map.of()));
    pods.put("edge gateway", Party.pod("edge", pods.get("gateway").labels()));
    others.put("etcd", Party.outside("10.9.0.5"));
    others.put("issuer", Party.outside("10.8.0.7"));
    others.put("database", Party.outside("10.7.0.9"));
    others.put("internet", Party.outside("192.0.2.1"));
    others.put("dns", Party.pod("kube-system", Map.of("k8s-app", "kube-dns")));
  }

  private static final Map<String, List<Integer>> PORTS =
      Map.of(
          "gateway", List.of(20000, 20001, 20002),
          "example", List.of(20880, 30000, 30002),
          "orders", List.of(9090, 30000, 30002),
          "etcd", List.of(2379),
          "dns", List.of(53),
          "issuer", List.of(443),
          "database", List.of(443),
          "internet", List.of(443));

  /** Of those that somebody is kept from, or by whom. */
  private Set<String> reached(Set<String> from) {
    Map<String, Party> all = new LinkedHashMap<>(pods);
    all.putAll(others);
    Set<String> reached = new TreeSet<>();
    for (String one : from) {
      PORTS.forEach(
          (other, ports) -> {
            for (int port : ports) {
              if (!other.equals(one) && rules.allow(pods.get(one), all.get(other), port)) {
                reached.add(one + " > " + other + ":" + port);
              }
            }
          });
    }
    return reached;
  }

  @Test
  void thePodsOfTheChartConnectToWhatTheyNeed() {
    assertThat(reached(Set.of("gateway", "example", "orders")))
        .containsExactlyInAnyOrder(
            "gateway > etcd:2379",
            "gateway > dns:53",
            "gateway > issuer:443",
            "gateway > example:30000",
            "gateway > example:30002", // whoever is in the namespace
            "gateway > orders:30000",
            "example > etcd:2379",
            "example > dns:53",
            "orders > etcd:2379",
            "orders > dns:53",
            "orders > database:443");
    for (String pod : List.of("gateway", "example", "orders")) {
      assertThat(rules.allow(pods.get(pod), others.get("dns"), "UDP", 53)).isTrue();
    }
  }

  @Test
  void othersReachWhatTheyAreLetTo() {
    Set<String> theirs =
        reached(Set.of("web", "neighbour", "abroad", "prometheus", "edge gateway"));
    theirs.removeIf(one -> others.keySet().stream().anyMatch(other -> one.contains("> " + other)));
    assertThat(theirs)
        .containsExactlyInAnyOrder(
            "web > gateway:20000",
            "web > gateway:20001",
            "web > gateway:20002",
            "web > example:30002",
            "neighbour > gateway:20002",
            "neighbour > example:30002",
            "prometheus > gateway:20002",
            "prometheus > example:30002",
            "prometheus > orders:30002",
            "edge gateway > orders:30000");
  }

  /** Its agents would wait for ever. */
  @Test
  void anInstallationThatMayNotConnectToItsRegistryIsRefused() {
    Chart kept = Chart.with("networkPolicy.egress", "true");
    assertThatThrownBy(kept.and("registry.url", "etcd://etcd.infra.svc:2379")::render)
        .hasMessageContaining("expected its addresses in networkPolicy.registryTo");
    assertThatThrownBy(kept.and("registry.url", "kubernetes:shop/orders")::render)
        .hasMessageContaining("expected the API server's address in networkPolicy.gatewayTo");
    assertThat(kept.and("registry.url", "static:orders:30000").render().names()).isNotEmpty();
  }
}
