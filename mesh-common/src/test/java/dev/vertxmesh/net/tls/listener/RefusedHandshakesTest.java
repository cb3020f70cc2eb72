package dev.vertxmesh.net.tls.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of handshakes that come to nothing, in the log. */
class RefusedHandshakesTest {

  private static RefusedHandshakes kind(Throwable cause) {
    Throwable outer = new SSLHandshakeException("General");
    outer.initCause(cause);
    return RefusedHandshakes.of(outer);
  }

  @Test
  void eachKindHasALoggerOfItsOwn() {
    assertThat(kind(new CertificateExpiredException("x"))).isEqualTo(RefusedHandshakes.EXPIRED);
    assertThat(kind(new CertificateNotYetValidException("x")))
        .isEqualTo(RefusedHandshakes.NOT_YET_VALID);
    assertThat(kind(new CertPathBuilderException("x"))).isEqualTo(RefusedHandshakes.AUTHORITY);
    assertThat(kind(new NotSslRecordException("x"))).isEqualTo(RefusedHandshakes.PLAIN_TEXT);
    assertThat(RefusedHandshakes.EXPIRED.log().getName())
        .startsWith(TlsHandshake.class.getName())
        .isNotEqualTo(RefusedHandshakes.AUTHORITY.log().getName());
  }

  @ParameterizedTest
  @CsvSource({
    "Empty client certificate chain, NO_CERTIFICATE",
    "error:100000c0:SSL routines:OPENSSL_internal:PEER_DID_NOT_RETURN_A_CERTIFICATE,"
        + " NO_CERTIFICATE",
    "error:100000f0:SSL routines:OPENSSL_internal:UNSUPPORTED_PROTOCOL, VERSION",
    "'Client requested protocol TLSv1.1 is not enabled or supported in server context', VERSION",
    "Received fatal alert: certificate_unknown, ALERT",
    "Tag mismatch, OTHER"
  })
  void soAreThoseThatWordsTell(String message, RefusedHandshakes expected) {
    assertThat(RefusedHandshakes.of(new SSLHandshakeException(message))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "PRI * HTTP/2.0, 'HTTP/2 in plain text, expected TLS'",
    "GET / HTTP/1.1, 'plain text, expected TLS'"
  })
  void whatCameInPlainTextIsSaid(String came, String expected) {
    List<String> said = new ArrayList<>();
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new PlainTextGuard(true),
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                said.add(((SslHandshakeCompletionEvent) event).cause().getMessage());
              }
            });
    channel.writeInbound(Unpooled.copiedBuffer(came + "\r\n\r\n", StandardCharsets.US_ASCII));
    assertThat(said).containsExactly(expected);
    channel.finishAndReleaseAll();
  }
}
