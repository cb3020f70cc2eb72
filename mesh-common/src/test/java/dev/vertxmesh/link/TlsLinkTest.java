package dev.vertxmesh.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFiles;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on a listener and on a client that aren't HTTP's is a call each. */
class TlsLinkTest {

  private final LinkHarness harness = new LinkHarness();

  @TempDir Path folder;

  @AfterEach
  void close() {
    harness.close();
  }

  private void secure(String address) throws Exception {
    X509Bundle server =
        new CertificateBuilder()
            .subject("CN=agent")
            .setIsCertificateAuthority(true)
            .addSanIpAddress(address)
            .buildSelfSigned();
    Path authority = folder.resolve("authority.pem");
    Files.writeString(authority, server.getCertificatePEM());
    harness
        .listener
        .setSsl(true)
        .setKeyCertOptions(
            new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(server.getCertificatePEM()))
                .addKeyValue(Buffer.buffer(server.getPrivateKeyPEM())));
    TlsFiles files = TlsFiles.of(null, null, authority);
    TlsClient.encrypt(harness.dialer, TlsClient.open(harness.vertx, "links", files));
  }

  @Test
  void callsPassALinkOverTls() throws Exception {
    secure("127.0.0.1");
    ClientLink link = harness.connect();
    String large = "x".repeat(1 << 20);
    assertThat(harness.ask(link, "hello")).isEqualTo("hello");
    assertThat(harness.ask(link, large)).isEqualTo(large);
    assertThat(harness.clientSockets).allMatch(socket -> socket.isSsl());
  }

  @Test
  void anAgentWhoseCertificateHasAnotherAddressIsntCalled() throws Exception {
    secure("127.0.0.2");
    assertThatThrownBy(harness::connect).hasRootCauseInstanceOf(CertificateException.class);
  }
}
