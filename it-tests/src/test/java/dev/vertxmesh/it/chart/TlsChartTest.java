package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS at all ports of both agents, by one switch. */
class TlsChartTest {

  private static final Chart SECRETS =
      Chart.with(
          "tls.enabled", "true",
          "tls.links.secretName", "a",
          "tls.callers.secretName", "b",
          "tls.admin.secretName", "c",
          "monitoring.enabled", "true");

  private static final Chart ISSUED =
      Chart.with(
          "tls.enabled", "true",
          "tls.certManager.issuerRef.name", "mesh-ca",
          "tls.certManager.issuerRef.kind", "ClusterIssuer",
          "tls.callers.dnsNames", "[mesh.example]",
          "monitoring.enabled", "true");

  @ParameterizedTest
  @CsvSource({"1.28.0", "1.31.0", "1.34.0"})
  void everyPortHasTheCertificateOfItsSecret(String release) {
    Manifests mesh = SECRETS.on(release).render("tls");
    String folder = "/etc/vertx-mesh/";
    assertThat(mesh.gatewayFile())
        .containsEntry("tls-cert", folder + "callers-tls/tls.crt")
        .containsEntry("tls-key", folder + "callers-tls/tls.key")
        .containsEntry("link-tls-cert", folder + "link-tls/tls.crt")
        .containsEntry("admin-tls-cert", folder + "admin-tls/tls.crt")
        .containsEntry("admin-tls-key", folder + "admin-tls/tls.key");
    assertThat(mesh.agentFlags())
        .contains(
            "--link-tls-cert=" + folder + "link-tls/tls.crt",
            "--admin-tls-cert=" + folder + "admin-tls/tls.crt",
            "--admin-tls-key=" + folder + "admin-tls/tls.key");
    assertThat(secretsOf(mesh.pods("gateway"))).contains("\"a\"", "\"b\"", "\"c\"");
    assertThat(secretsOf(mesh.pods("example"))).contains("\"a\"", "\"c\"").doesNotContain("\"b\"");
    for (JsonObject agent :
        List.of(
            mesh.container("gateway", "mesh-consumer"),
            mesh.container("example", "mesh-provider"))) {
      assertThat(agent.getJsonArray("volumeMounts").encode())
          .contains(folder + "link-tls", folder + "admin-tls");
    }
    mesh.podTemplates().stream()
        .flatMap(pod -> Manifests.containers(pod.getJsonObject("spec")))
        .forEach(pod -> assertThat(pod.encode()).doesNotContain(folder + "registry-tls"));
  }

  private static String secretsOf(JsonObject pods) {
    return at(pods, "/spec/volumes").toString();
  }

  @Test
  void probesTheHookAndPrometheusGoOverTlsToTheAdminPort() {
    Manifests mesh = SECRETS.render();
    for (JsonObject agent :
        List.of(
            mesh.container("gateway", "mesh-consumer"),
            mesh.container("example", "mesh-provider"))) {
      for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
        assertThat(at(agent, "/" + probe + "/httpGet/scheme")).as(probe).isEqualTo("HTTPS");
      }
    }
    for (String name : List.of("mesh-provider", "dubbo-provider")) {
      assertThat(at(mesh.container("example", name), "/lifecycle/preStop/httpGet/scheme"))
          .isEqualTo("HTTPS");
    }
    JsonObject gateway = mesh.get("ServiceMonitor", "gateway");
    assertThat(at(gateway, "/spec/endpoints/0/scheme")).isEqualTo("https");
    assertThat(at(gateway, "/spec/endpoints/0/tlsConfig/insecureSkipVerify")).isEqualTo(true);
    JsonObject named =
        SECRETS.and("tls.admin.serverName", "mesh-admin").render().get("PodMonitor", "providers");
    assertThat(at(named, "/spec/podMetricsEndpoints/0/tlsConfig/ca/secret/name")).isEqualTo("c");
    assertThat(at(named, "/spec/podMetricsEndpoints/0/tlsConfig/serverName"))
        .isEqualTo("mesh-admin");
  }

  @Test
  void helmTestCallsOverTlsAndBelievesTheSecretsAuthority() {
    JsonObject pod = SECRETS.render().get("Pod", "test");
    assertThat(at(pod, "/spec/containers/0/args").toString())
        .contains(
            "\"https://mesh-vertx-mesh-gateway.shop.svc:20000/",
            "\"/etc/vertx-mesh/callers-tls/ca.crt\"");
    assertThat(at(pod, "/spec/volumes/0/secret/secretName")).isEqualTo("b");
    assertThat(at(pod, "/spec/volumes/0/secret/items").toString()).doesNotContain("tls.key");
    Chart strict = SECRETS.and("tls.callers.clientAuth", "required");
    assertThat(strict.render().has("Pod", "test")).isFalse();
    Chart named = strict.and("networkPolicy.gatewayFrom[0].podSelector.matchLabels.app", "web");
    assertThat(named.render().get("NetworkPolicy", "gateway").encode())
        .doesNotContain("component\":\"test");
  }

  @Test
  void withoutTheSwitchNothingSpeaksTls() {
    Manifests plain = Chart.with("monitoring.enabled", "true").render();
    assertThat(plain.gatewayFile().keySet()).noneMatch(key -> key.contains("tls"));
    assertThat(plain.agentFlags()).noneMatch(flag -> flag.contains("tls"));
    assertThat(plain.all().toString()).doesNotContain("HTTPS", "tlsConfig");
    assertThat(plain.names()).noneMatch(name -> name.startsWith("Certificate"));
  }

  @Test
  void certManagerMakesACertificateForEveryPort() {
    Manifests mesh = ISSUED.render("tls-issued");
    for (String name :
        List.of("callers", "links-gateway", "links-provider", "admin-gateway", "admin-provider")) {
      JsonObject certificate = mesh.get("Certificate", name);
      assertThat(at(certificate, "/spec/issuerRef/kind")).isEqualTo("ClusterIssuer");
      String secret = (String) at(certificate, "/spec/secretName");
      String part = name.endsWith("provider") ? "example" : "gateway";
      assertThat(secretsOf(mesh.pods(part))).contains('"' + secret + '"');
    }
    assertThat(at(mesh.get("Certificate", "callers"), "/spec/dnsNames").toString())
        .contains("mesh-vertx-mesh-gateway.shop.svc", "mesh.example");
    String server =
        (String)
            at(mesh.get("ServiceMonitor", "gateway"), "/spec/endpoints/0/tlsConfig/serverName");
    for (String part : List.of("gateway", "provider")) {
      assertThat(at(mesh.get("Certificate", "admin-" + part), "/spec/dnsNames").toString())
          .contains('"' + server + '"');
    }
    assertThat(
            at(
                mesh.get("PodMonitor", "providers"),
                "/spec/podMetricsEndpoints/0/tlsConfig/ca/secret/name"))
        .isEqualTo("mesh-vertx-mesh-admin-provider");
  }

  @Test
  void aSecretOfYoursTakesThePlaceOfOneCertificate() {
    Manifests mesh = ISSUED.and("tls.callers.secretName", "b").render();
    assertThat(mesh.has("Certificate", "callers")).isFalse();
    assertThat(mesh.has("Certificate", "links-gateway")).isTrue();
    assertThat(secretsOf(mesh.pods("gateway"))).contains("\"b\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"links", "callers", "admin"})
  void aCertificateThatIsMissingIsNamed(String what) {
    Chart chart = SECRETS.and("tls." + what + ".secretName", "''");
    assertThatThrownBy(chart::render)
        .hasMessageContaining(
            "the certificate of tls.%1$s is missing: expected tls.%1$s.secretName or"
                    .formatted(what)
                + " tls.certManager.issuerRef");
  }

  @Test
  void anIssuerIsForTheSwitch() {
    Chart chart = Chart.with("tls.certManager.issuerRef.name", "mesh-ca");
    assertThatThrownBy(chart::render)
        .hasMessageContaining("tls.certManager.issuerRef is for tls.enabled: true");
  }
}
