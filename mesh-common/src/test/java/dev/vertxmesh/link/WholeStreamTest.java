package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.failureOf;
import static dev.vertxmesh.link.LinkHarness.get;
import static dev.vertxmesh.link.LinkHarness.trailers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Answer;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.Request;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Directions of a stream that are all there when their first frame leaves: they go with it. */
class WholeStreamTest {

  private static final int WINDOW = 64 << 10;
  private static final int GRPC = 3;
  private static final Map<String, String> METADATA = Map.of("k", "v");

  private static final Hello OLD = hello(Hello.STREAMS, 1 << 20);
  private static final Hello NEW = hello(Hello.STREAMS | Hello.WHOLES, 1 << 20);
  private static final Hello FRUGAL = hello(Hello.STREAMS | Hello.WHOLES, 4_000);

  private final LinkHarness harness = new LinkHarness();
  private final List<Call> served = new CopyOnWriteArrayList<>();
  private final List<Sink> requests = new CopyOnWriteArrayList<>();
  private final List<Promise<Reply>> replies = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    harness.run(() -> replies.forEach(each -> each.tryComplete(trailers(Status.OK, "0"))));
    harness.close();
  }

  private static Hello hello(int features, int maxMessage) {
    return new Hello(
        1, 1, 1 << 20, maxMessage, 10, 16, features, 5_000, "a test", WINDOW, 16 * WINDOW);
  }

  private ClientLink connect(RawPeer peer, Hello hello) {
    CompletableFuture<Void> greeted =
        CompletableFuture.runAsync(() -> peer.acceptAndSend(hello::encode));
    ClientLink link = harness.connectTo(peer.port());
    get(greeted);
    return link;
  }

  private RawPeer caller(Hello hello, boolean eager) throws IOException {
    harness.callee =
        call -> {
          Promise<Reply> reply = Promise.promise();
          replies.add(reply);
          Sink sink = eager ? Sink.eager() : Sink.lazy();
          requests.add(sink.read(call.exchange().requests()));
          served.add(call);
          return reply.future();
        };
    RawPeer peer = RawPeer.callerOf(harness.listen());
    peer.send(hello::encode);
    peer.send(new Define(0, "kv.Store", "", "", "Get", "")::encode);
    return peer;
  }

  private static void request(ByteBuf out, int id, int bytes) {
    Request.encodeHead(out, id, 0, Request.NO_DEADLINE, bytes, GRPC, 0, Map.of(), bytes);
    out.writeZero(bytes);
  }

  private static void whole(ByteBuf out, int id, int messages) {
    int length = 8 + messages;
    new Response(0, GRPC, length, 0, 1, 0, Map.of("grpc-status", "0")).encodeHead(out, id, length);
    Answer.encodeInPayload(out, METADATA);
    out.writeZero(messages);
  }

  private static String payload(Frame frame) {
    ByteBuf payload = frame.retainedPayload();
    return ByteBufUtil.hexDump(payload);
  }

  /** Both ends have to find the same: what one sends whole the other takes. */
  @ParameterizedTest
  @CsvSource({"4000, 1000000", "1000000, 4000", "4000, 4000", "1000000, 1000000"})
  void endsThatTakeMessagesOfUnequalSizesUnderstandOneAnother(int caller, int callee) {
    harness.clientOptions = LinkHarness.takingUpTo(caller);
    harness.serverOptions = LinkHarness.takingUpTo(callee);
    harness.callee =
        call -> {
          Sink.eager().read(call.exchange().requests());
          call.exchange().answer(METADATA, new Feed().add((byte) 3).end());
          return Future.succeededFuture(trailers(Status.OK, "0"));
        };
    ClientLink link = harness.connect();
    for (int i = 0; i < 2; i++) {
      Sink answer = Sink.eager();
      Feed feed = new Feed().add((byte) 1).end();
      CompletableFuture<Reply> reply = harness.send(link, harness.grpc(feed, answer));
      assertThat(get(reply).attachments()).containsEntry("grpc-status", "0");
      assertThat(answer.hex).isEqualTo("03");
    }
    assertThat(harness.closedReasons).isEmpty();
  }

  @Test
  void aRequestThatIsAllThereGoesInOneFrame() throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, NEW);
      Sink answer = Sink.eager();
      Feed feed = new Feed().add((byte) 1).add((byte) 2).end();
      CompletableFuture<Reply> reply = harness.send(link, harness.grpc(feed, answer));
      Frame frame = peer.await(FrameType.REQUEST);
      assertThat(payload(frame)).isEqualTo("0102");
      assertThat(Request.decode(frame).encoding()).isEqualTo(GRPC);
      peer.send(out -> whole(out, frame.id(), 3));
      assertThat(get(reply).attachments()).containsEntry("grpc-status", "0");
      assertThat(answer.metadata).isEqualTo(METADATA);
      assertThat(answer.hex).isEqualTo("000000");
      assertThat(answer.ended).isTrue();
    }
  }

  @Test
  void whoDoesNotTakeThatIsSentAStream() throws IOException {
    for (Hello hello : List.of(OLD, FRUGAL)) {
      try (RawPeer peer = RawPeer.callee()) {
        ClientLink link = connect(peer, hello);
        harness.send(link, harness.grpc(new Feed().add((byte) 1).end(), Sink.eager()));
        assertThat(peer.await(FrameType.REQUEST).payloadLength()).isZero();
        Frame data = peer.await(FrameType.DATA);
        assertThat(payload(data)).isEqualTo("01");
        assertThat(data.isEnd()).isTrue();
      }
    }
  }

  @Test
  void aRequestOfMoreThanOneFrameOrWithoutAnEndIsAStream() throws IOException {
    List<Feed> feeds =
        List.of(
            new Feed().add(new byte[8 << 10]).add((byte) 1).end(),
            new Feed().add((byte) 1),
            new Feed().end());
    for (Feed feed : feeds) {
      try (RawPeer peer = RawPeer.callee()) {
        harness.send(connect(peer, NEW), harness.grpc(feed, Sink.eager()));
        assertThat(peer.await(FrameType.REQUEST).payloadLength()).isZero();
        peer.await(FrameType.DATA);
      }
    }
  }

  @Test
  void callsLeaveInTheOrderOfTheirNumbers() throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, NEW);
      Feed slow = new Feed().add((byte) 1);
      harness.run(
          () -> {
            link.call(harness.grpc(slow, Sink.eager()));
            link.call(harness.grpc(new Feed().add((byte) 2).end(), Sink.eager()));
            link.call(harness.call("three"));
            link.call(harness.grpc(new Feed().add((byte) 4).end(), Sink.eager()));
          });
      assertThat(payload(peer.await(FrameType.REQUEST))).isEmpty();
      assertThat(payload(peer.await(FrameType.REQUEST))).isEqualTo("02");
      assertThat(payload(peer.await(FrameType.REQUEST))).isEqualTo("7468726565");
      Frame last = peer.await(FrameType.REQUEST);
      assertThat(payload(last)).isEqualTo("04");
      assertThat(last.id()).isEqualTo(4);
    }
  }

  @Test
  void aCallThatIsCancelledBeforeItLeavesIsNotSent() throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, NEW);
      Call call = harness.grpc(new Feed().add((byte) 1), Sink.eager());
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      harness.run(
          () -> {
            link.call(call).onComplete(reply::complete, reply::completeExceptionally);
            call.cancel();
            link.call(harness.call("next"));
          });
      assertThat(failureOf(reply).status()).isEqualTo(Status.CANCELLED);
      assertThat(peer.await(FrameType.REQUEST).id()).isEqualTo(2);
      assertThat(link.inFlight()).isOne();
    }
  }

  @Test
  void metadataThatNoFrameHoldsFailsTheCallAlone() throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, NEW);
      Call call = harness.grpc(new Feed().add((byte) 1).end(), Sink.eager());
      call.attach("a", "x".repeat(70_000));
      assertThat(failureOf(harness.send(link, call)).status()).isEqualTo(Status.BAD_REQUEST);
      harness.send(link, harness.call("next"));
      assertThat(peer.await(FrameType.REQUEST).id()).isEqualTo(2);
    }
  }

  @Test
  void anAnswerThatIsAllThereGoesInOneFrame() throws IOException {
    try (RawPeer peer = caller(NEW, true)) {
      peer.send(out -> request(out, 1, 5));
      await().until(() -> !requests.isEmpty() && requests.get(0).ended);
      assertThat(requests.get(0).hex).isEqualTo("0000000000");
      answer(new Feed().add((byte) 7).add((byte) 8).end());
      Frame frame = peer.await(FrameType.RESPONSE);
      assertThat(Response.decode(frame).attachments()).containsEntry("grpc-status", "0");
      ByteBuf payload = frame.retainedPayload();
      assertThat(Answer.decodeInPayload(payload)).isEqualTo(METADATA);
      assertThat(ByteBufUtil.hexDump(payload)).isEqualTo("0708");
    }
  }

  private void answer(Feed feed) {
    harness.run(
        () -> {
          served.get(0).exchange().answer(METADATA, feed);
          replies.get(0).complete(trailers(Status.OK, "0"));
        });
  }

  @Test
  void anAnswerOfMoreThanOneFrameOrToAnOldCallerIsAStream() throws IOException {
    Map<Hello, Integer> bytes = Map.of(NEW, 8 << 10, OLD, 1, FRUGAL, 1);
    for (Hello hello : bytes.keySet()) {
      served.clear();
      replies.clear();
      try (RawPeer peer = caller(hello, true)) {
        peer.send(out -> request(out, 1, 0));
        await().until(() -> !served.isEmpty());
        answer(new Feed().add(new byte[bytes.get(hello)]).end());
        assertThat(Answer.decode(peer.await(FrameType.ANSWER))).isEqualTo(METADATA);
        assertThat(peer.await(FrameType.DATA).payloadLength()).isEqualTo(bytes.get(hello));
        assertThat(peer.await(FrameType.RESPONSE).payloadLength()).isZero();
      }
    }
  }

  @Test
  void aRequestOverTheBoundIsRefused() throws IOException {
    try (RawPeer peer = caller(NEW, true)) {
      peer.send(out -> request(out, 1, (8 << 10) + 1));
      Response response = Response.decode(peer.await(FrameType.RESPONSE));
      assertThat(response.status()).isEqualTo(Status.BAD_REQUEST.code());
    }
  }

  @Test
  void requestsThatNobodyReadsCountAsUnread() throws IOException {
    harness.serverOptions = LinkHarness.unreadUpTo(20_000, LinkHarness.options());
    try (RawPeer peer = caller(NEW, false)) {
      for (int id = 1; id <= 3; id++) {
        int call = id;
        peer.send(out -> request(out, call, 8_000 - call));
      }
      Frame refused = peer.await(FrameType.RESPONSE);
      assertThat(refused.id()).isOne();
      assertThat(Response.decode(refused).status()).isEqualTo(Status.TOO_LARGE.code());
    }
  }

  @Test
  void aReaderThatThrowsEndsItsOwnCallAlone() throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, NEW);
      Sink faulty = Sink.eager();
      faulty.each =
          buffer -> {
            throw new IllegalStateException("a fault");
          };
      CompletableFuture<Reply> reply =
          harness.send(link, harness.grpc(new Feed().add((byte) 1).end(), faulty));
      peer.await(FrameType.REQUEST);
      peer.send(out -> whole(out, 1, 1));
      assertThat(failureOf(reply).status()).isEqualTo(Status.INTERNAL);
      assertThat(link.isOpen()).isTrue();
    }
  }

  @Test
  void anAnswerThatContradictsItselfEndsTheLink() throws IOException {
    Consumer<ByteBuf> cutOff =
        out -> {
          new Response(0, GRPC, 3, 0, 1, 0, Map.of()).encodeHead(out, 1, 3);
          out.writeShort(1).writeByte(0);
        };
    assertThat(reasonAfter(cutOff)).contains("expected more");
    assertThat(reasonAfter(out -> whole(out, 1, 8 << 10))).contains("expected at most 8192");
    assertThat(
            reasonAfter(
                out -> {
                  Answer.encode(out, 1, METADATA);
                  whole(out, 1, 1);
                }))
        .contains("expected at most 0");
    assertThat(
            reasonAfter(out -> new Response(0, GRPC, 9, 0, 1, 0, Map.of()).encodeHead(out, 1, 0)))
        .contains("expected at most 0");
  }

  private String reasonAfter(Consumer<ByteBuf> answer) throws IOException {
    try (RawPeer peer = RawPeer.callee()) {
      ClientLink link = connect(peer, NEW);
      CompletableFuture<Reply> reply = harness.send(link, harness.grpc(new Feed(), Sink.eager()));
      peer.await(FrameType.REQUEST);
      peer.send(answer);
      CallFailure failure = failureOf(reply);
      assertThat(failure.status()).isEqualTo(Status.LOST);
      return failure.getMessage();
    }
  }
}
