package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class SocketReasonTest {

  @Test
  void anErrorIsItsMessageWithoutTheSystemCall() {
    assertThat(
            SocketReason.of(
                new IOException("recvAddress(..) failed with error(-104): reset by peer")))
        .isEqualTo("reset by peer");
    assertThat(
            SocketReason.of(
                new IOException("io_uring read(..) failed with error(-104): reset by peer")))
        .isEqualTo("reset by peer");
    assertThat(SocketReason.of(new IOException("Connection refused: /10.0.0.1:30000")))
        .isEqualTo("Connection refused: /10.0.0.1:30000");
  }

  @Test
  void anErrorWithoutAMessageIsWhatItsClassSays() {
    assertThat(SocketReason.of(new IOException())).isEqualTo("java.io.IOException");
    assertThat(SocketReason.of(new NoRouteToHostException("null: /10.0.0.1:30000")))
        .isEqualTo("no route to host: /10.0.0.1:30000");
    assertThat(SocketReason.of(new ConnectException("null: /10.0.0.1:30000")))
        .isEqualTo("ConnectException: /10.0.0.1:30000");
  }

  @Test
  void whatTlsSaysIsNotTheConnectionsEnd() {
    assertThat(SocketReason.isOfConnection(new ClosedChannelException())).isTrue();
    assertThat(SocketReason.isOfConnection(new IOException("Connection reset by peer"))).isTrue();
    assertThat(SocketReason.isOfConnection(new SSLException("bad record"))).isFalse();
    assertThat(SocketReason.isOfConnection(new IllegalStateException())).isFalse();
  }
}
