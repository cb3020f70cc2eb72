package dev.vertxmesh.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import org.junit.jupiter.api.Test;

class ResetStreamsTest {

  private final DefaultHttp2Connection connection = new DefaultHttp2Connection(true);
  private final ResetStreams reset = new ResetStreams();

  ResetStreamsTest() {
    connection.addListener(reset);
  }

  private void close(int id, boolean resetHere) throws Http2Exception {
    Http2Stream stream = connection.remote().createStream(id, false);
    if (resetHere) {
      stream.resetSent();
    }
    stream.close();
  }

  @Test
  void onlyThoseThatWereResetHereAreKnown() throws Http2Exception {
    close(1, true);
    close(3, false);
    assertThat(reset.contains(1)).isTrue();
    assertThat(reset.contains(3)).isFalse();
    assertThat(reset.contains(5)).isFalse();
  }

  @Test
  void theLastThousandAreKnown() throws Http2Exception {
    for (int i = 0; i < 5_000; i++) {
      close(2 * i + 1, true);
    }
    assertThat(reset.contains(1)).isFalse();
    assertThat(reset.contains(2 * 4_999 + 1)).isTrue();
    assertThat(reset.contains(2 * 4_000 + 1)).isTrue();
  }
}
