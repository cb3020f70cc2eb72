package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.failureOf;
import static dev.vertxmesh.link.LinkHarness.get;
import static dev.vertxmesh.link.LinkHarness.trailers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Answer;
import dev.vertxmesh.frame.Data;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.ErrorFrame;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Ping;
import dev.vertxmesh.frame.Request;
import dev.vertxmesh.frame.Response;
import dev.vertxmesh.frame.Window;
import dev.vertxmesh.link.setup.LinkOptions;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Frames of streams that are out of place, from either side; and what a peer is told of windows.
 */
class BadStreamTest {

  private static final int WINDOW = 64 << 10;
  private static final int MIB = 1 << 20;
  private static final int GRPC = 3;

  private static final Hello HELLO =
      new Hello(1, 1, 1 << 20, 1 << 20, 10, 16, Hello.STREAMS, 5_000, "a test", WINDOW, MIB);

  private static final Hello WITHOUT =
      new Hello(1, 1, 1 << 20, 1 << 20, 10, 16, 0, 5_000, "an old one", 0, 0);

  private final LinkHarness harness = new LinkHarness();
  private final List<Sink> requests = new CopyOnWriteArrayList<>();
  private final Promise<Reply> held = Promise.promise();

  @AfterEach
  void close() {
    harness.run(() -> held.tryComplete(trailers(Status.OK, "0")));
    harness.close();
  }

  private RawPeer caller(Hello hello, boolean eager) throws IOException {
    harness.callee =
        call -> {
          Sink sink = eager ? Sink.eager() : Sink.lazy();
          requests.add(sink.read(call.exchange().requests()));
          return held.future();
        };
    RawPeer peer = RawPeer.callerOf(harness.listen());
    peer.send(hello::encode);
    return peer;
  }

  private ErrorFrame errorAfter(Consumer<ByteBuf> writer) throws IOException {
    try (RawPeer peer = caller(HELLO, false)) {
      peer.send(BadStreamTest::open);
      peer.send(writer);
      return ErrorFrame.decode(peer.await(FrameType.ERROR));
    }
  }

  private static void open(ByteBuf out) {
    new Define(0, "kv.Store", "", "", "Get", "").encode(out);
    Request.encodeHead(out, 1, 0, Request.NO_DEADLINE, 0, GRPC, 0, Map.of(), 0);
  }

  private static void data(ByteBuf out, int id, int bytes) {
    for (int left = bytes; left > 0; left -= 32_768) {
      int length = Math.min(left, 32_768);
      Data.encodeHead(out, id, false, length);
      out.writeZero(length);
    }
  }

  @Test
  void aSenderOverItsWindowEndsTheLink() throws IOException {
    ErrorFrame error = errorAfter(out -> data(out, 1, WINDOW + 1));
    assertThat(error.code()).isEqualTo(LinkError.LIMIT);
    assertThat(error.reason()).isEqualTo("stream 1: DATA of 1 bytes, which is over its window");
    await().until(() -> harness.received.get(0).isCancelled());
    assertThat(requests.get(0).broken).isNotNull();
  }

  @Test
  void dataAfterTheEndEndsTheLink() throws IOException {
    ErrorFrame error =
        errorAfter(
            out -> {
              Data.encodeHead(out, 1, true, 0);
              data(out, 1, 1);
            });
    assertThat(error.reason()).isEqualTo("stream 1: DATA after its end");
  }

  @Test
  void dataWithoutPayloadEndsTheLink() throws IOException {
    ErrorFrame error = errorAfter(out -> Data.encodeHead(out, 1, false, 0));
    assertThat(error.reason()).isEqualTo("stream 1: DATA without payload");
  }

  @Test
  void aWindowThatGrowsTooFarEndsTheLink() throws IOException {
    for (int id = 0; id <= 1; id++) {
      int stream = id;
      ErrorFrame error =
          errorAfter(
              out -> {
                Window.encode(out, stream, Integer.MAX_VALUE);
                Window.encode(out, stream, 1);
              });
      assertThat(error.code()).isEqualTo(LinkError.LIMIT);
    }
    assertThat(errorAfter(out -> Window.encodeForAll(out, Integer.MAX_VALUE)).code())
        .isEqualTo(LinkError.LIMIT);
  }

  @Test
  void aWindowThatGrowsByNothingEndsTheLink() throws IOException {
    assertThat(errorAfter(out -> Window.encode(out, 1, 0)).code()).isEqualTo(LinkError.PROTOCOL);
  }

  @Test
  void aStreamsFrameFromOneWhoToldOfNoneEndsTheLink() throws IOException {
    try (RawPeer peer = caller(WITHOUT, true)) {
      peer.send(out -> data(out, 1, 1));
      ErrorFrame error = ErrorFrame.decode(peer.await(FrameType.ERROR));
      assertThat(error.reason()).contains("whose HELLO tells of none");
    }
  }

  @Test
  void aCallWithStreamsFromOneWhoToldOfNoneIsRefused() throws IOException {
    try (RawPeer peer = caller(WITHOUT, true)) {
      peer.send(BadStreamTest::open);
      Response response = Response.decode(peer.await(FrameType.RESPONSE));
      assertThat(response.status()).isEqualTo(Status.BAD_REQUEST.code());
    }
  }

  @Test
  void framesOfAStreamThatIsNotKnownAreSkippedAndTheirBytesGivenBack() throws IOException {
    try (RawPeer peer = caller(HELLO, true)) {
      long given = 0;
      for (int sent = 0; sent < 3 * MIB; sent += WINDOW) {
        peer.send(out -> data(out, 77, WINDOW));
        peer.send(out -> Window.encode(out, 77, 1));
        Frame window = peer.await(FrameType.WINDOW);
        assertThat(window.id()).isZero();
        given += Window.decode(window);
      }
      assertThat(given).isGreaterThan(2 * MIB);
    }
  }

  @Test
  void whoReadsTheBeginningOfALargeMessageIsSentAWindowForAllOfIt() throws IOException {
    harness.serverOptions = LinkOptions.defaults();
    try (RawPeer peer = caller(HELLO, true)) {
      peer.send(BadStreamTest::open);
      peer.send(
          out -> {
            Data.encodeHead(out, 1, false, 6);
            out.writeByte(0).writeInt(3 * MIB).writeByte(9);
          });
      long stream = WINDOW;
      long connection = MIB;
      while (stream < 3 * MIB + 5 || connection < 3 * MIB) {
        Frame window = peer.await(FrameType.WINDOW);
        if (window.id() == 1 || Window.isForAll(window)) {
          stream += Window.decode(window);
        } else {
          connection += Window.decode(window);
        }
      }
      peer.send(out -> data(out, 1, 3 * MIB - 1));
      await().until(() -> requests.get(0).bytes == 3 * MIB + 5);
    }
  }

  @Test
  void whoDoesNotReadIsSentNoWindowForALargeMessage() throws IOException {
    ErrorFrame error =
        errorAfter(
            out -> {
              Data.encodeHead(out, 1, false, 5);
              out.writeByte(0).writeInt(3 * MIB);
              data(out, 1, WINDOW);
            });
    assertThat(error.code()).isEqualTo(LinkError.LIMIT);
  }

  @Test
  void windowsFollowWhatComesWithinARoundTrip() throws IOException {
    try (RawPeer peer = caller(HELLO, true)) {
      peer.send(BadStreamTest::open);
      peer.send(out -> data(out, 1, 32_768));
      long token = Ping.token(peer.await(FrameType.PING));
      int connection = MIB - 32_768;
      int stream = WINDOW - 32_768;
      for (int sent = 0; sent < 15; sent++) { // as much as fits a window, again and again
        while (stream < 32_768 || connection < 32_768) {
          Frame window = peer.await(FrameType.WINDOW);
          stream += window.id() == 1 ? Window.decode(window) : 0;
          connection += window.id() == 0 ? Window.decode(window) : 0;
        }
        stream -= 32_768;
        connection -= 32_768;
        peer.send(out -> data(out, 1, 32_768));
      }
      await().until(() -> requests.get(0).bytes == 16 * 32_768);
      peer.send(out -> Ping.encodePong(out, token));
      Frame window = peer.await(FrameType.WINDOW);
      while (!Window.isForAll(window)) {
        window = peer.await(FrameType.WINDOW);
      }
      assertThat(WINDOW + Window.decode(window)).isEqualTo(2 * 16 * 32_768);
    }
  }

  @Test
  void anAgentWithoutStreamsIsSentNone() throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, WITHOUT);
      CallFailure failure = failureOf(harness.send(link, harness.grpc(new Feed(), Sink.eager())));
      assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
      assertThat(failure).hasMessageContaining("of a version that carries no gRPC");
    }
  }

  private ClientLink connect(RawPeer peer, Hello hello) {
    CompletableFuture<Void> greeted =
        CompletableFuture.runAsync(() -> peer.acceptAndSend(hello::encode));
    ClientLink link = harness.connectTo(peer.port());
    get(greeted);
    return link;
  }

  private String reasonAfter(Consumer<ByteBuf> answer) throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, HELLO);
      Sink sink = Sink.lazy();
      CompletableFuture<Reply> reply = harness.send(link, harness.grpc(new Feed(), sink));
      peer.await(FrameType.REQUEST);
      peer.send(answer);
      CallFailure failure = failureOf(reply);
      assertThat(failure.status()).isEqualTo(Status.LOST);
      return failure.getMessage();
    }
  }

  @Test
  void dataBeforeTheAnswerEndsTheLink() throws IOException {
    assertThat(reasonAfter(out -> data(out, 1, 1))).isEqualTo("stream 1: DATA before its ANSWER");
  }

  @Test
  void aSecondAnswerEndsTheLink() throws IOException {
    String reason =
        reasonAfter(
            out -> {
              Answer.encode(out, 1, Map.of());
              data(out, 1, 10);
              Answer.encode(out, 1, Map.of());
            });
    assertThat(reason).isEqualTo("an ANSWER for the second time");
  }

  @Test
  void aStreamThatEndsWithAPayloadEndsTheLink() throws IOException {
    String reason =
        reasonAfter(
            out -> {
              new Response(0, GRPC, 1, 0, 1, 0, Map.of()).encodeHead(out, 1, 1);
              out.writeByte(0);
            });
    assertThat(reason).contains("1 bytes of payload, expected at most 0");
  }

  @Test
  void aRequestWithStreamsAndAPayloadIsRefused() throws IOException {
    try (RawPeer peer = caller(HELLO, true)) {
      peer.send(
          out -> {
            new Define(0, "kv.Store", "", "", "Get", "").encode(out);
            Request.encodeHead(out, 1, 0, 1_000, 3, GRPC, 0, Map.of(), 3);
            out.writeZero(3);
          });
      Response response = Response.decode(peer.await(FrameType.RESPONSE));
      assertThat(response.status()).isEqualTo(Status.BAD_REQUEST.code());
    }
  }
}
