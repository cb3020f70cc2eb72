package dev.vertxmesh.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.net.TlsEngine;
import io.netty.buffer.ByteBufAllocator;
import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files that lie beside this class were made by OpenSSL 3, and are valid for 100 years. */
class TlsMaterialTest {

  @TempDir Path folder;

  private Path file(String name) throws IOException {
    try (InputStream in = TlsMaterialTest.class.getResourceAsStream(name)) {
      return Files.write(folder.resolve(name), in.readAllBytes());
    }
  }

  private Path written(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private TlsMaterial read(String certificate, String key) throws IOException {
    return TlsMaterial.read(List.of(TlsFiles.of(file(certificate), file(key), null)));
  }

  private void isRefused(TlsFiles files, String message) {
    assertThatThrownBy(() -> TlsMaterial.read(List.of(files)))
        .isInstanceOf(TlsFailure.class)
        .hasNoCause()
        .hasMessage(message.replace("~", folder + "/"));
  }

  @ParameterizedTest
  @CsvSource({
    "rsa.crt,     rsa-pkcs1.key",
    "rsa.crt,     rsa-pkcs8.key",
    "ec.crt,      ec-sec1.key",
    "ec.crt,      ec-pkcs8.key",
    "ed25519.crt, ed25519.key"
  })
  void keysAreReadInEachWayThatTheyAreWritten(String certificate, String key) throws IOException {
    assertThat(read(certificate, key).expires()).isAfter(Instant.now());
  }

  @Test
  void anEncryptedKeyIsReadWithTheFirstLineOfItsPasswordsFile() throws IOException {
    Path password = written("password", "mesh-secret\nand what isn't looked at\n");
    TlsFiles files = new TlsFiles(file("rsa.crt"), file("rsa-encrypted.key"), password, null);
    assertThat(TlsMaterial.read(List.of(files)).names().dns()).containsExactly("rsa.example");
  }

  @Test
  void aWrongPasswordIsToldWithoutIt() throws IOException {
    Path password = written("password", "mesh-sekret");
    isRefused(
        new TlsFiles(file("rsa.crt"), file("rsa-encrypted.key"), password, null),
        "~rsa-encrypted.key can't be decrypted, expected that its password is the first line of"
            + " ~password");
  }

  @Test
  void anEncryptedKeyWithoutAPasswordIsToldSo() throws IOException {
    isRefused(
        TlsFiles.of(file("rsa.crt"), file("rsa-encrypted.key"), null),
        "~rsa-encrypted.key is encrypted, expected a file with its password, or a key that isn't"
            + " encrypted");
  }

  @Test
  void encryptionThatJavaLacksIsToldSo() throws IOException {
    Path password = written("password", "mesh-secret");
    isRefused(
        new TlsFiles(file("rsa.crt"), file("rsa-scrypt.key"), password, null),
        "~rsa-scrypt.key is encrypted in a way that Java doesn't know, or broken, expected PBES2"
            + " with AES, as openssl pkcs8 -topk8 -v2 aes-256-cbc makes of it");
    isRefused(
        new TlsFiles(file("rsa.crt"), file("rsa-old.key"), password, null),
        "~rsa-old.key is encrypted in OpenSSL's old way, expected PKCS#8, as openssl pkcs8 -topk8"
            + " makes of it");
  }

  @Test
  void aKeyOfAnotherKindIsToldSo() throws IOException {
    isRefused(
        TlsFiles.of(file("rsa.crt"), file("ec-sec1.key"), null),
        "~ec-sec1.key holds a private key of EC, expected one of RSA, as its certificate");
    isRefused(
        TlsFiles.of(file("ec.crt"), file("rsa-pkcs8.key"), null),
        "~rsa-pkcs8.key holds a private key that is broken or of another kind than the"
            + " certificate's, expected one of EC");
  }

  @Test
  void aKeyOfAnotherCertificateIsToldSo() throws Exception {
    String other =
        new CertificateBuilder()
            .subject("CN=x")
            .rsa2048()
            .setIsCertificateAuthority(true)
            .buildSelfSigned()
            .getPrivateKeyPEM();
    isRefused(
        TlsFiles.of(file("rsa.crt"), written("other.key", other), null),
        "~other.key doesn't fit ~rsa.crt, expected the key that its certificate is for");
  }

  @Test
  void whatIsNoPemIsToldWithoutShowingIt() throws IOException {
    Path marked = written("marked", "MARKED");
    isRefused(
        TlsFiles.of(marked, file("rsa-pkcs1.key"), null),
        "~marked holds no certificate, expected PEM with -----BEGIN CERTIFICATE----- in it");
    isRefused(
        TlsFiles.of(file("rsa.crt"), marked, null),
        "~marked holds no private key, expected a private key in PEM, of PKCS#8, PKCS#1 or SEC1:"
            + " RSA, EC or Ed25519");
    Path block = written("block", pem("CERTIFICATE", "MARKEDMA"));
    isRefused(
        TlsFiles.of(block, file("rsa-pkcs1.key"), null),
        "~block is broken in its certificate no. 1, expected a certificate of X.509 in PEM");
    isRefused(
        TlsFiles.of(file("rsa.crt"), written("key", pem("PRIVATE KEY", "MAR?KED")), null),
        "~key holds a broken private key, expected a private key in PEM, of PKCS#8, PKCS#1 or"
            + " SEC1: RSA, EC or Ed25519");
  }

  private static String pem(String label, String body) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, body);
  }

  @Test
  void filesThatArentThereOrTooLargeAreTold() throws IOException {
    isRefused(
        TlsFiles.of(folder.resolve("none"), file("rsa-pkcs1.key"), null),
        "~none doesn't exist, expected a file in PEM");
    isRefused(
        TlsFiles.of(folder, file("rsa-pkcs1.key"), null),
        folder + " can't be read (IOException), expected a file in PEM that this process may read");
    isRefused(
        TlsFiles.of(written("large", "x".repeat(2 << 20)), file("rsa-pkcs1.key"), null),
        "~large is too large, expected at most 1 MiB of PEM");
    isRefused(
        new TlsFiles(null, null, null, written("empty", "")),
        "~empty holds no certificate, expected PEM with -----BEGIN CERTIFICATE----- in it");
  }

  @Test
  void aCertificateThatHasExpiredOrIsntValidYetIsToldSo() throws Exception {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant then = now.minus(1, ChronoUnit.DAYS);
    var expired =
        new CertificateBuilder().subject("CN=x").notBefore(then.minusSeconds(9)).notAfter(then);
    isRefused(
        files(expired),
        "~x.crt has expired on " + then + ", expected a certificate that is valid" + " now");
    Instant later = now.plus(1, ChronoUnit.DAYS);
    var early =
        new CertificateBuilder().subject("CN=x").notBefore(later).notAfter(later.plusSeconds(9));
    isRefused(
        files(early),
        "~x.crt isn't valid until "
            + later
            + ", expected a certificate that is valid now, or a"
            + " right clock");
  }

  private TlsFiles files(CertificateBuilder builder) throws Exception {
    var made = builder.setIsCertificateAuthority(true).buildSelfSigned();
    return TlsFiles.of(
        written("x.crt", made.getCertificatePEM()),
        written("x.key", made.getPrivateKeyPEM()),
        null);
  }

  @Test
  void aCertificateAndAKeyBelongTogether() {
    assertThatThrownBy(() -> TlsFiles.of(folder.resolve("a"), null, folder.resolve("b")))
        .hasMessage("a certificate and its key belong together, expected both or neither");
  }

  @Test
  void namesAreThoseOfTheAlternativesAlone() throws IOException {
    PeerNames names = read("ec.crt", "ec-sec1.key").names();
    assertThat(names.dns()).containsExactly("ec.example", "*.ec.example");
    assertThat(names.ips()).containsExactly("10.0.0.1");
    assertThat(names.uris()).containsExactly("spiffe://example/agent");
    assertThat(names.isFor("a.ec.example")).isTrue();
    assertThat(names.isFor("a.b.ec.example")).isFalse();
    assertThat(names.isFor("ec")).isFalse();
    assertThat(read("ed25519.crt", "ed25519.key").names().all()).isEmpty();
  }

  @Test
  void nothingOfAKeyIsInWhatIsPrinted() throws IOException {
    TlsMaterial material = read("ec.crt", "ec-pkcs8.key");
    assertThat(material.toString())
        .startsWith("TLS for [spiffe://example/agent, ec.example, *.ec.example, 10.0.0.1] until 2");
  }

  private TlsEngine engineFor(String... names) throws IOException {
    List<TlsFiles> files = new ArrayList<>();
    for (String name : names) {
      files.add(TlsFiles.of(file(name.split("/")[0]), file(name.split("/")[1]), null));
    }
    return new TlsReading(files).check(Instant.now(), TlsEngine.OPENSSL).engine();
  }

  @Test
  void keysThatOpenSslDoesntHaveAsTheJdkDoesAreTheJdks() throws IOException {
    assertThat(engineFor("ec.crt/ec-sec1.key")).isEqualTo(TlsEngine.OPENSSL);
    assertThat(engineFor("rsa.crt/rsa-pkcs1.key")).isEqualTo(TlsEngine.OPENSSL);
    assertThat(engineFor("ed25519.crt/ed25519.key")).isEqualTo(TlsEngine.JDK);
    assertThat(engineFor("p521.crt/p521.key")).isEqualTo(TlsEngine.JDK);
    assertThat(engineFor("ec.crt/ec-sec1.key", "rsa.crt/rsa-pkcs1.key")).isEqualTo(TlsEngine.JDK);
  }

  @Test
  void aClientMayHaveAnAuthorityAlone() throws IOException {
    TlsMaterial trusting =
        TlsMaterial.read(List.of(new TlsFiles(null, null, null, file("ec.crt"))));
    assertThat(trusting.expires()).isNull();
    assertThat(trusting.names()).isEqualTo(PeerNames.NONE);
    SSLEngine engine = trusting.nettyClient(List.of()).newEngine(ByteBufAllocator.DEFAULT);
    assertThat(engine.getSSLParameters().getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
    assertThat(engine.getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
  }
}
