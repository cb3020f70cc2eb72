package dev.vertxmesh.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import org.junit.jupiter.api.Test;

class ReasonTest {

  @Test
  void anErrorIsItsMessageWithoutTheSystemCall() {
    assertThat(Reason.of(new IOException("recvAddress(..) failed with error(-104): reset by peer")))
        .isEqualTo("reset by peer");
    assertThat(Reason.of(new IOException("Connection refused: /10.0.0.1:30000")))
        .isEqualTo("Connection refused: /10.0.0.1:30000");
  }

  @Test
  void anErrorWithoutAMessageIsWhatItsClassSays() {
    assertThat(Reason.of(new IOException())).isEqualTo("java.io.IOException");
    assertThat(Reason.of(new NoRouteToHostException("null: /10.0.0.1:30000")))
        .isEqualTo("no route to host: /10.0.0.1:30000");
    assertThat(Reason.of(new ConnectException("null: /10.0.0.1:30000")))
        .isEqualTo("ConnectException: /10.0.0.1:30000");
  }
}
