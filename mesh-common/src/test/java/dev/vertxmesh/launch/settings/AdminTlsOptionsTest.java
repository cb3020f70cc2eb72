package dev.vertxmesh.launch.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTlsOptionsTest {

  @TempDir Path folder;

  @Test
  void certificatesAreAskedForOfSomebodysOwn() {
    AdminTlsOptions tls = new AdminTlsOptions();
    tls.certificate = Path.of("tls.crt");
    tls.key = Path.of("tls.key");
    tls.clientAuth = ClientCertificates.ASKED;
    assertThatThrownBy(tls::check).hasMessageContaining("expected --admin-tls-client-ca too");
    tls.clientAuthority = Path.of("ca.crt");
    tls.check();
    assertThat(tls.isAsking()).isTrue();
    tls.clientAuth = ClientCertificates.NONE;
    assertThatThrownBy(tls::check).hasMessageContaining("expected asked or required");
  }

  @Test
  void aBadFileIsToldByItsOwnOption() throws Exception {
    X509Bundle own =
        new CertificateBuilder().subject("CN=me").setIsCertificateAuthority(true).buildSelfSigned();
    AdminTlsOptions tls = new AdminTlsOptions();
    tls.certificate = Files.writeString(folder.resolve("tls.crt"), own.getCertificatePathPEM());
    tls.key = Files.writeString(folder.resolve("tls.key"), own.getPrivateKeyPEM());
    tls.clientAuthority = Files.writeString(folder.resolve("ca.crt"), "nothing");
    assertThatThrownBy(() -> tls.open(null, TlsEngine.JDK))
        .isInstanceOf(StartFailure.class)
        .hasMessageStartingWith("--admin-tls-client-ca: " + tls.clientAuthority);
    Files.writeString(tls.certificate, "nothing");
    assertThatThrownBy(() -> tls.open(null, TlsEngine.JDK))
        .isInstanceOf(StartFailure.class)
        .hasMessageStartingWith("--admin-tls-cert: " + tls.certificate);
  }
}
