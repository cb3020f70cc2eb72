package dev.vertxmesh.it.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.it.chart.NetworkRules.Party;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whether policies are read here as Kubernetes reads them. */
class NetworkRulesTest {

  private static final Party WEB = Party.pod("shop", Map.of("app", "web"));
  private static final Party OTHER = Party.pod("shop", Map.of("app", "other"));
  private static final Party ABROAD = Party.pod("abroad", Map.of("app", "web"));
  private static final Party SERVER =
      new Party("shop", Map.of("app", "server"), "10.1.2.3", Map.of("http", 8080));

  private static NetworkRules serverHas(String spec) {
    return NetworkRules.of(
        Manifests.parse(
            "{kind: NetworkPolicy, metadata: {namespace: shop}, spec: {"
                + "podSelector: {matchLabels: {app: server}}, "
                + spec
                + "}}"));
  }

  @Test
  void whomNoPolicySelectsIsOpen() {
    NetworkRules rules = serverHas("policyTypes: [Ingress], ingress: []");
    assertThat(rules.allow(WEB, SERVER, 8080)).isFalse();
    assertThat(rules.allow(SERVER, WEB, 8080)).as("the other direction").isTrue();
    assertThat(rules.allow(WEB, OTHER, 8080)).isTrue();
  }

  @Test
  void aPeerIsOfThePolicysNamespaceUnlessItSaysOtherwise() {
    NetworkRules own =
        serverHas(
            "policyTypes: [Ingress], ingress: [{from: [{podSelector: {matchLabels: {app: web}}}]}]");
    assertThat(own.allow(WEB, SERVER, 1)).isTrue();
    assertThat(own.allow(OTHER, SERVER, 1)).isFalse();
    assertThat(own.allow(ABROAD, SERVER, 1)).isFalse();
    NetworkRules named =
        serverHas(
            "policyTypes: [Ingress], ingress: [{from: [{namespaceSelector: {matchLabels:"
                + " {kubernetes.io/metadata.name: abroad}}, podSelector: {}}]}]");
    assertThat(named.allow(ABROAD, SERVER, 1)).isTrue();
    assertThat(named.allow(WEB, SERVER, 1)).isFalse();
  }

  @Test
  void portsAreMeantByNumberOrByTheNameThatTheServerGivesThem() {
    NetworkRules rules =
        serverHas(
            "policyTypes: [Ingress], ingress: [{ports: [{port: http}, {port: 53, protocol: UDP}]}]");
    assertThat(rules.allow(WEB, SERVER, 8080)).isTrue();
    assertThat(rules.allow(WEB, SERVER, 8081)).isFalse();
    assertThat(rules.allow(WEB, SERVER, 53)).isFalse();
    assertThat(rules.allow(WEB, SERVER, "UDP", 53)).isTrue();
  }

  @Test
  void whatLeavesIsAskedLikeWhatComes() {
    NetworkRules rules =
        serverHas("policyTypes: [Egress], egress: [{to: [{ipBlock: {cidr: 10.9.0.0/24}}]}]");
    assertThat(rules.allow(SERVER, Party.outside("10.9.0.77"), 443)).isTrue();
    assertThat(rules.allow(SERVER, Party.outside("10.9.1.77"), 443)).isFalse();
    assertThat(rules.allow(SERVER, WEB, 443)).isFalse();
    assertThat(rules.allow(WEB, SERVER, 443)).isTrue();
  }

  @Test
  void whatIsntKnownIsNoRule() {
    NetworkRules rules =
        serverHas(
            "policyTypes: [Ingress], ingress: [{from: [{podSelector: {matchExpressions: []}}]}]");
    assertThatThrownBy(() -> rules.allow(WEB, SERVER, 1)).hasMessageContaining("matchExpressions");
  }
}
