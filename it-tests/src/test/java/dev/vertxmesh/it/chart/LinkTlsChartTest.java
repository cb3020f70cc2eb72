package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS between the gateway and the agents beside providers. */
class LinkTlsChartTest {

  private static final String FOLDER = "/etc/vertx-mesh/link-tls/";

  @Test
  void linksArePlainTextUntilThereAreCertificates() {
    Manifests plain = Chart.with().render();
    assertThat(plain.gatewayFile().keySet()).noneMatch(key -> key.startsWith("link-"));
    assertThat(plain.agentFlags()).noneMatch(flag -> flag.startsWith("--link-"));
    assertThat(plain.pods("gateway").encode()).doesNotContain("link-tls");
    assertThat(plain.pods("example").encode()).doesNotContain("link-tls");
  }

  @Test
  void aSecretIsMountedOnBothSidesAndItsFilesAreTheirSettings() {
    Manifests mesh = Chart.with("tls.links.secretName", "mesh-links").render("link-tls");
    assertThat(mesh.gatewayFile())
        .containsEntry("link-tls-cert", FOLDER + "tls.crt")
        .containsEntry("link-tls-key", FOLDER + "tls.key")
        .containsEntry("link-tls-ca", FOLDER + "ca.crt")
        .doesNotContainKey("link-peer-san");
    assertThat(mesh.agentFlags())
        .contains(
            "--link-tls-cert=" + FOLDER + "tls.crt",
            "--link-tls-key=" + FOLDER + "tls.key",
            "--link-tls-ca=" + FOLDER + "ca.crt")
        .noneMatch(flag -> flag.startsWith("--link-peer-san"));
    for (String part : List.of("gateway", "example")) {
      assertThat(at(mesh.pods(part), "/spec/volumes").toString())
          .contains("\"name\":\"link-tls\",\"secret\":{\"secretName\":\"mesh-links\"}");
    }
    assertThat(mesh.container("gateway", "mesh-consumer").getJsonArray("volumeMounts").encode())
        .contains("/etc/vertx-mesh/link-tls");
    assertThat(mesh.container("example", "mesh-provider").getJsonArray("volumeMounts").encode())
        .contains("/etc/vertx-mesh/link-tls");
  }

  @Test
  void namesOfEachSideAreWhatTheOtherExpects() {
    Manifests mesh =
        Chart.with(
                "tls.links.secretName", "mesh-links",
                "tls.links.providers",
                    "['spiffe://cluster.local/ns/*/mesh-provider', '*.shop.svc']",
                "tls.links.gateways", "[spiffe://cluster.local/ns/edge/mesh-gateway]")
            .render();
    assertThat(mesh.gatewayFile().get("link-peer-san"))
        .isEqualTo(List.of("spiffe://cluster.local/ns/*/mesh-provider", "*.shop.svc"));
    assertThat(mesh.agentFlags())
        .contains("--link-peer-san=spiffe://cluster.local/ns/edge/mesh-gateway");
  }

  @Test
  void certManagerIsAskedForACertificateOfEachSideWhichTheOtherExpects() {
    Manifests mesh = Chart.with("tls.links.certManager.issuerRef.name", "mesh-ca").render();
    for (String part : List.of("gateway", "provider")) {
      JsonObject certificate = mesh.get("Certificate", "links-" + part);
      String secret = certificate.getJsonObject("spec").getString("secretName");
      assertThat(secret).isEqualTo("mesh-vertx-mesh-links-" + part);
      assertThat(at(certificate, "/spec/issuerRef/name")).isEqualTo("mesh-ca");
      assertThat(at(certificate, "/spec/uris/0"))
          .isEqualTo("spiffe://cluster.local/ns/shop/mesh-" + part);
      assertThat(at(certificate, "/spec/usages").toString()).contains("server auth", "client auth");
      assertThat(mesh.pods(part.equals("gateway") ? part : "example").encode()).contains(secret);
    }
    assertThat(mesh.gatewayFile().get("link-peer-san"))
        .isEqualTo(List.of("spiffe://cluster.local/ns/*/mesh-provider"));
    assertThat(mesh.agentFlags())
        .contains("--link-peer-san=spiffe://cluster.local/ns/*/mesh-gateway");
    Manifests alone =
        Chart.with(
                "tls.links.certManager.issuerRef.name", "mesh-ca",
                "gateway.enabled", "false")
            .render();
    assertThat(alone.has("Certificate", "links-gateway")).isFalse();
    assertThat(alone.has("Certificate", "links-provider")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "tls.links.certManager.issuerRef.name, mesh-ca, tls.links.secretName, a, both given",
    "tls.links.providers, [a.b], tls.links.secretName, '\"\"', expected secretName",
    "tls.links.secretName, a, gateway.config.link-tls-cert, /x, the chart sets this itself",
    "tls.links.secretNames, a, tls.links.secretName, a, not allowed"
  })
  void whatDoesntGoTogetherIsRefused(
      String name, String value, String other, String otherValue, String reason) {
    Chart chart = Chart.with(name, value, other, otherValue);
    assertThatThrownBy(chart::render).hasMessageContaining(reason);
  }
}
