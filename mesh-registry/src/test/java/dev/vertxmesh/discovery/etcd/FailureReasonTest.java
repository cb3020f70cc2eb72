package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class FailureReasonTest {

  @Test
  void whatIsWrongWithACertificateIsSaidFromDeepWithin() {
    Throwable deep = new CertificateException("No name matching h found");
    Throwable outer = new IOException("it failed", new SSLException("so did this", deep));
    assertThat(FailureReason.of(outer))
        .isEqualTo("its certificate is refused: No name matching h found");
  }

  @Test
  void whatElseIsWrongInTlsIsSaidFromDeepWithin() {
    Throwable outer = new SSLException("it failed", new IOException("not an SSL/TLS record"));
    assertThat(FailureReason.of(outer)).isEqualTo("TLS: not an SSL/TLS record");
  }

  @Test
  void aStrangersCertificateIsCalledSo() {
    Throwable told = new SSLException("Received fatal alert: unknown_ca");
    assertThat(FailureReason.of(new IOException("it failed", told)))
        .isEqualTo(
            "TLS: Received fatal alert: unknown_ca, as it doesn't know who has signed this agent's"
                + " certificate");
  }

  @Test
  void aServerThatEndsAHandshakeSilentlyMaySpeakPlainText() {
    String silent = "TLS: the server ended the handshake without a word; it may speak plain text";
    Throwable closed = new ClosedChannelException();
    assertThat(FailureReason.of(new SSLException("it failed", closed))).isEqualTo(silent);
    assertThat(FailureReason.ofHandshake(closed)).isEqualTo(silent);
    assertThat(FailureReason.of(closed)).doesNotContain("TLS");
  }

  @Test
  void everythingElseSpeaksForItself() {
    assertThat(FailureReason.of(new IOException("outside", new IOException("inside"))))
        .isEqualTo("outside");
    assertThat(
            FailureReason.of(new IOException("finishConnect(..) failed with error(-111): refused")))
        .isEqualTo("refused");
  }
}
