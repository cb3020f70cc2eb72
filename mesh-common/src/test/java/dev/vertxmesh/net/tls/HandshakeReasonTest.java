package dev.vertxmesh.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Java and OpenSSL say, in the words of docs/security.md. */
class HandshakeReasonTest {

  private static Throwable wrapped(Throwable cause) {
    SSLHandshakeException java = new SSLHandshakeException("PKIX path validation failed");
    java.initCause(new CertificateException("PKIX", new CertPathValidatorException("x", cause)));
    return new DecoderException(java);
  }

  @Test
  void whatIsWrongWithACertificateIsToldFromTheDepth() {
    assertThat(HandshakeReason.of(wrapped(new CertificateExpiredException("NotAfter: then"))))
        .isEqualTo("its certificate has expired: NotAfter: then");
    assertThat(HandshakeReason.of(wrapped(new CertificateNotYetValidException("NotBefore: then"))))
        .isEqualTo("its certificate isn't valid yet: NotBefore: then");
    assertThat(HandshakeReason.of(wrapped(new CertPathBuilderException("unable to find"))))
        .isEqualTo("its certificate isn't of an authority that is trusted here");
    assertThat(HandshakeReason.of(wrapped(null))).isEqualTo("its certificate is no good: x");
  }

  @ParameterizedTest
  @CsvSource({
    "Received fatal alert: certificate_unknown, it refuses this agent's certificate:"
        + " certificate_unknown",
    "(bad_certificate) Received fatal alert: bad_certificate, it refuses this agent's certificate:"
        + " bad_certificate",
    "error:10000416:SSL routines:OPENSSL_internal:SSLV3_ALERT_CERTIFICATE_UNKNOWN, it refuses this"
        + " agent's certificate: certificate_unknown",
    "error:1000012e:SSL routines:x:TLSV1_ALERT_UNKNOWN_CA, it refuses this agent's certificate:"
        + " unknown_ca",
    "Received fatal alert: protocol_version, it ends the TLS handshake: protocol_version",
    "Empty client certificate chain, it shows no certificate",
    "error:100000c0:SSL routines:OPENSSL_internal:PEER_DID_NOT_RETURN_A_CERTIFICATE, it shows no"
        + " certificate"
  })
  void whatTheOtherSideSaysIsToldAsItsOwn(String message, String reason) {
    assertThat(HandshakeReason.of(new SSLException(message))).isEqualTo(reason);
  }

  @Test
  void whoSpeaksNoTlsOrTakesTooLongIsToldSo() {
    assertThat(HandshakeReason.of(new NotSslRecordException("not an SSL/TLS record: 5450")))
        .isEqualTo("it speaks plain text, expected TLS");
    assertThat(HandshakeReason.of(new SslHandshakeTimeoutException("after 3000ms")))
        .isEqualTo("its TLS handshake didn't come to an end");
  }

  @Test
  void whatIsNotOfTlsStaysAsItIs() {
    assertThat(HandshakeReason.of(new IOException("Connection refused")))
        .isEqualTo("Connection refused");
  }
}
