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
import dev.vertxmesh.it.harness.LinkWire;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Wire;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers of a gRPC server that are large, and that nobody takes. */
@Tag("attacks")
class UntakenGrpcIT extends GrpcAttack {

  private static final String LARGE = "/" + SERVICE + "/Large";
  private static final String WHOLE = "/" + SERVICE + "/Whole";
  private static final Buffer ANSWER = RawGrpc.message(new byte[4_000_000]);
  private static final Buffer PART = RawGrpc.message(new byte[2_000]);
  private static final int PARTS_IN_A_WINDOW = 30;

  private final AtomicInteger asked = new AtomicInteger();

  /** Without its end where it's large, as nobody gets to it. */
  @Override
  boolean serve(HttpServerRequest request) {
    if (request.path().equals(LARGE)) {
      FakeGrpc.begin(request).write(ANSWER);
      asked.incrementAndGet();
      return true;
    }
    if (request.path().equals(WHOLE)) {
      HttpServerResponse response = FakeGrpc.begin(request);
      for (int i = 0; i < PARTS_IN_A_WINDOW; i++) {
        response.write(PART);
      }
      response.putTrailer("grpc-status", "0").end();
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

  /** Their streams have ended, while what has come on them waits for the windows of links. */
  @Test
  void thatHaveComeWhole() throws IOException {
    int links = 50;
    int streams = 40;
    for (int i = 0; i < links; i++) {
      Wire wire = toProvider().send(LinkWire.hello());
      wire.send(LinkWire.define(0, SERVICE, "Whole", ""));
      for (int id = 1; id <= streams; id++) {
        wire.send(LinkWire.request(id, 0, LinkWire.GRPC, ""));
        wire.send(LinkWire.data(id, HELLO.getBytes()));
        wire.send(LinkWire.end(id));
      }
    }
    await().until(() -> asked.get() >= links * streams);
  }
}
