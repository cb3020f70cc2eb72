package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.SETTINGS;
import static dev.vertxmesh.it.harness.Http2Wire.WINDOW_UPDATE;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Wire;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers of a gRPC server that are large, and that nobody takes. */
@Tag("attacks")
class UntakenGrpcIT extends GrpcAttack {

  private static final String LARGE = "/" + SERVICE + "/Large";
  private static final Buffer ANSWER = RawGrpc.message(new byte[4_000_000]);

  private final AtomicInteger asked = new AtomicInteger();

  /**
   * Without its end, which nobody gets to: Vert.x' server closes its connection, and with it the
   * good caller's calls, when a stream is reset whose trailers wait.
   */
  @Override
  boolean serve(HttpServerRequest request) {
    if (request.path().equals(LARGE)) {
      FakeGrpc.begin(request).write(ANSWER);
      asked.incrementAndGet();
      return true;
    }
    return false;
  }

  @BeforeEach
  void nobodyHasAsked() {
    asked.set(0);
  }

  private void attack(int connections, int streams, byte[]... windows) throws IOException {
    for (int i = 0; i < connections; i++) {
      Wire wire = toConsumer();
      wire.send(hello());
      for (byte[] window : windows) {
        wire.send(window);
      }
      for (int stream = 1; stream < 2 * streams; stream += 2) {
        wire.send(frame(HEADERS, END_HEADERS, stream, Http2Wire.grpc(LARGE)));
        wire.send(frame(DATA, 1, stream, HELLO.getBytes()));
      }
    }
    await().until(() -> asked.get() >= connections * streams);
  }

  /** The windows end before the answers: they wait in front of them. */
  @Test
  void beyondTheWindowsOfStreams() throws IOException {
    attack(10, 20);
  }

  /** The windows never end: the answers wait for the sockets. */
  @Test
  void overSocketsThatNobodyReads() throws IOException {
    byte[] streams = frame(SETTINGS, 0, 0, new byte[] {0, 4, 0x7f, -1, -1, -1});
    byte[] connection = frame(WINDOW_UPDATE, 0, 0, new byte[] {0x7f, -1, 0, 0});
    attack(50, 4, streams, connection);
  }
}
