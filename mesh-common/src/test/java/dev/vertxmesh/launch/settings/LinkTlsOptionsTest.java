package dev.vertxmesh.launch.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.link.tls.LinkTls;
import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.PeerPattern;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTlsOptionsTest {

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final LinkTlsOptions options = new LinkTlsOptions();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private LinkTlsOptions with(String... sans) throws Exception {
    CertificateBuilder builder = new CertificateBuilder().ecp256().subject("CN=x");
    for (String san : sans) {
      builder = san.contains("/") ? builder.addSanUriName(san) : builder.addSanDnsName(san);
    }
    X509Bundle made = builder.setIsCertificateAuthority(true).buildSelfSigned();
    options.certificate = Files.writeString(folder.resolve("x.crt"), made.getCertificatePEM());
    options.key = Files.writeString(folder.resolve("x.key"), made.getPrivateKeyPEM());
    options.authority = options.certificate;
    return options;
  }

  @Test
  void withoutCertificatesLinksArePlainText() {
    options.check();
    assertThat(options.open(vertx, TlsEngine.JDK)).isNull();
    assertThat(options.openAnnounced(vertx, TlsEngine.JDK)).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void whatIsMutualNeedsAllThree(int given) {
    options.certificate = (given & 1) == 0 ? null : folder;
    options.key = (given & 2) == 0 ? null : folder;
    options.authority = (given & 4) == 0 ? null : folder;
    assertThatIllegalArgumentException()
        .isThrownBy(options::check)
        .withMessage(
            "--link-tls-cert, --link-tls-key and --link-tls-ca belong together, as links are"
                + " mutual: expected all three or none");
  }

  @Test
  void whatIsForEncryptedLinksNeedsThem() {
    options.peers = List.of(PeerPattern.parse("a.b"));
    assertThatIllegalArgumentException()
        .isThrownBy(options::check)
        .withMessageStartingWith(
            "--link-peer-san is for encrypted links, expected --link-tls-cert");
    options.password = folder;
    assertThatIllegalArgumentException()
        .isThrownBy(options::check)
        .withMessageStartingWith("--link-tls-key-password-file is for encrypted links");
  }

  @Test
  void anAgentIsWhoItsFirstUriNamesOrElseItsFirstDnsName() throws Exception {
    try (LinkTls tls =
        with("orders.svc", "spiffe://mesh/sa/orders").openAnnounced(vertx, TlsEngine.JDK)) {
      assertThat(tls.identity()).isEqualTo("spiffe://mesh/sa/orders");
    }
    try (LinkTls tls = with("orders.svc", "b.svc").openAnnounced(vertx, TlsEngine.JDK)) {
      assertThat(tls.identity()).isEqualTo("orders.svc");
    }
  }

  @Test
  void whoIsLookedForNeedsAName() throws Exception {
    LinkTlsOptions nameless = with();
    nameless.open(vertx, TlsEngine.JDK).close();
    assertThatThrownBy(() -> nameless.openAnnounced(vertx, TlsEngine.JDK))
        .isInstanceOf(StartFailure.class)
        .hasMessage(
            "--link-tls-cert: %s names nobody, expected a URI or a DNS name among its subject's"
                    .formatted(folder.resolve("x.crt"))
                + " alternative names, as consumers check it");
  }

  @Test
  void filesThatAreNoGoodAreToldWithTheirFlags() throws Exception {
    with("a.b");
    Files.writeString(folder.resolve("x.key"), "MARKED");
    assertThatThrownBy(() -> options.open(vertx, TlsEngine.JDK))
        .isInstanceOf(StartFailure.class)
        .hasMessageStartingWith(
            "--link-tls-key: %s holds no private key".formatted(folder.resolve("x.key")))
        .message()
        .doesNotContain("MARKED");
  }
}
