package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.PATIENCE_MILLIS;
import static dev.vertxmesh.link.LinkHarness.failureOf;
import static dev.vertxmesh.link.LinkHarness.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Chunk;
import dev.vertxmesh.frame.Credit;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.ErrorFrame;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameDecoder;
import dev.vertxmesh.frame.FrameHeader;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Ping;
import dev.vertxmesh.frame.Request;
import dev.vertxmesh.frame.Response;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others send to the link port, and what a callee may send back. */
class BadPeerTest {

  private static final int PING_BYTES = FrameHeader.SIZE + Long.BYTES;

  private static final Hello HELLO =
      new Hello(1, 1, 1 << 20, 1 << 20, 10, 16, 0, 5_000, "a test", 0, 0);

  private static final Hello HELLO_FOR_LARGE =
      new Hello(1, 1, 1 << 20, 16 << 20, 0, 16, 0, 5_000, "a test", 0, 0);

  private final LinkHarness harness = new LinkHarness();

  @AfterEach
  void close() {
    harness.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "hello hello hello hello hello"})
  void garbageIsAnsweredWithTheReasonAndOthersGoOn(String garbage) throws IOException {
    ClientLink other = harness.connect();
    int port = harness.listen();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write(garbage.getBytes(StandardCharsets.US_ASCII));
      assertThat(errorFrom(socket).code()).isEqualTo(LinkError.PROTOCOL);
    }
    assertThat(harness.ask(other, "x")).isEqualTo("x");
  }

  @Test
  void whoSpeaksHttpIsAnsweredInHttpAndOthersGoOn() throws IOException {
    ClientLink other = harness.connect();
    try (Socket socket = new Socket("127.0.0.1", harness.listen())) {
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 400 ").contains("this is the link port of ");
    }
    assertThat(harness.ask(other, "x")).isEqualTo("x");
  }

  @Test
  void whoSpeaksTlsIsToldThatLinksArePlainText() throws IOException {
    byte[] clientHello = HexFormat.of().parseHex("16030100f8010000f40303" + "00".repeat(64));
    try (Socket socket = new Socket("127.0.0.1", harness.listen())) {
      socket.getOutputStream().write(clientHello);
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).contains("it speaks TLS, and this agent's links are plain text");
    }
  }

  @Test
  void whoWaitsToBeGreetedIsGreeted() throws IOException {
    try (Socket socket = new Socket("127.0.0.1", harness.listen())) {
      assertThat(socket.getInputStream().readNBytes(5)[4]).isEqualTo((byte) FrameType.HELLO);
    }
  }

  @Test
  void aVersionThatNobodySpeaksIsRefusedByName() throws IOException {
    int port = harness.listen();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, new Hello(9, 12, 1, 1, 0, 1, 0, 1, "the future", 0, 0)::encode);
      ErrorFrame error = errorFrom(socket);
      assertThat(error.code()).isEqualTo(LinkError.VERSION);
      assertThat(error.reason()).contains("the future speaks 9 to 12");
    }
  }

  @Test
  void anOversizedFrameIsRefusedBeforeItsBytesCome() throws IOException {
    assertThat(errorAfter("7fffffff1100001000000001").code()).isEqualTo(LinkError.LIMIT);
  }

  @Test
  void anUnknownFrameThatMayNotBeSkippedEndsTheLink() throws IOException {
    assertThat(errorAfter("000000003f00000000000000").code()).isEqualTo(LinkError.UNKNOWN_FRAME);
  }

  @Test
  void aRequestForATargetThatWasNeverDefinedEndsTheLink() throws IOException {
    ErrorFrame error = errorAfter(out -> request(out, 1, 5, 0, 0));
    assertThat(error.reason()).contains("entry 5 was never defined");
  }

  @Test
  void anIdThatIsTakenEndsTheLinkAndCancelsTheCall() throws IOException {
    harness.holdAnswers();
    ErrorFrame error =
        errorAfter(
            out -> {
              define(out);
              request(out, 1, 0, 0, 0);
              request(out, 1, 0, 0, 0);
            });
    assertThat(error.reason()).contains("id 1, which is taken");
    await().until(() -> harness.received.get(0).isCancelled());
  }

  @Test
  void fewerBytesThanPromisedEndTheLink() throws IOException {
    ErrorFrame error =
        errorAfter(
            out -> {
              define(out);
              request(out, 1, 0, 10, 3);
              out.writeZero(3);
              Chunk.encodeHead(out, 1, true, 2);
              out.writeZero(2);
            });
    assertThat(error.reason()).contains("fewer than promised, after 5");
  }

  @Test
  void aConnectionThatEndsInsideAFrameLeavesNothingBehind() throws IOException {
    int port = harness.listen();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, HELLO::encode);
      send(
          socket,
          out -> {
            define(out);
            request(out, 1, 0, 1_000, 500);
            out.writeZero(400);
          });
      await().until(() -> harness.serverLinks.size() == 1);
    }
    await().until(() -> harness.serverLinks.isEmpty());
    assertThat(harness.received).isEmpty();
  }

  @Test
  void aPeerThatNeverGreetsIsLeft() {
    harness.serverOptions = options(PATIENCE_MILLIS, 50);
    int port = harness.listen();
    assertThatThrownBy(
            () -> {
              try (Socket socket = new Socket("127.0.0.1", port)) {
                ErrorFrame error = errorFrom(socket);
                assertThat(error.code()).isEqualTo(LinkError.SILENCE);
                throw new IllegalStateException(error.reason());
              }
            })
        .hasMessage("no HELLO within 50 ms");
  }

  @Test
  void aPeerThatFallsSilentIsLeftAndItsCallsFail() throws IOException {
    AtomicLong millis = ownTheClock();
    harness.clientOptions = options(40, 3_000);
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> greeted =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  Socket accepted = silent.accept();
                  send(accepted, HELLO::encode);
                  return accepted;
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      ClientLink link = harness.connectTo(silent.getLocalPort());
      try (Socket held = get(greeted)) { // Java closes one that nobody refers to
        CompletableFuture<Reply> reply = harness.send(link, harness.call("x"));
        await().until(() -> link.inFlight() == 1);
        millis.addAndGet(1_000);
        assertThat(failureOf(reply).status()).isEqualTo(Status.LOST);
        await().until(() -> !harness.closedReasons.isEmpty());
        assertThat(harness.closedReasons.get(0)).contains("nothing was heard");
        assertThat(held.isClosed()).isFalse();
      }
    }
  }

  @Test
  void aPeerThatReadsNothingAndFallsSilentIsCutOff() throws IOException {
    AtomicLong millis = ownTheClock();
    harness.clientOptions = options(100, 300);
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> greeted =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  Socket accepted = silent.accept();
                  send(accepted, HELLO_FOR_LARGE::encode);
                  return accepted;
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      ClientLink link = harness.connectTo(silent.getLocalPort());
      Socket accepted = get(greeted);
      for (int i = 0; i < 10; i++) {
        harness.send(link, harness.call(LinkHarness.TARGET, new byte[1 << 20]));
      }
      harness.endTurn();
      millis.addAndGet(1_000);
      await().until(() -> !harness.closedReasons.isEmpty());
      assertThat(harness.closedReasons.get(0)).contains("nothing was heard");
      Channel channel = harness.clientSockets.get(0).channelHandlerContext().channel();
      await().until(() -> !channel.isOpen());
      accepted.close();
    }
  }

  @Test
  void aQuietLinkStaysOpenAsLongAsPingsAreAnswered() {
    AtomicLong millis = ownTheClock();
    AtomicLong read = new AtomicLong();
    harness.meter =
        new LinkMeter() {
          @Override
          public void read(int bytes) {
            read.addAndGet(bytes);
          }
        };
    harness.clientOptions = options(20, 3_000);
    harness.serverOptions = options(20, 3_000);
    ClientLink link = harness.connect();
    for (int i = 0; i < 20; i++) { // ten times as long as a link without answers is kept
      long before = read.get();
      millis.addAndGet(30);
      await().until(() -> read.get() >= before + 2 * PING_BYTES);
    }
    assertThat(harness.closedReasons).isEmpty();
    assertThat(harness.ask(link, "x")).isEqualTo("x");
  }

  @Test
  void unfinishedRequestsAreRefusedForTheRoomOfTheirAttachmentsToo() throws IOException {
    harness.serverOptions = options(PATIENCE_MILLIS, PATIENCE_MILLIS);
    try (RawPeer caller = RawPeer.callerOf(harness.listen())) {
      caller.send(HELLO::encode);
      caller.send(BadPeerTest::define);
      Map<String, String> attachments = Map.of("a", "x".repeat(60_000));
      caller.send(
          out -> {
            for (int id = 1; id <= 100; id++) {
              Request.encodeHead(out, id, 0, 60_000, 1, 2, 0, attachments, 0);
            }
          });
      Frame frame = caller.await(FrameType.RESPONSE);
      assertThat(Status.of(Response.decode(frame).status())).isEqualTo(Status.REFUSED);
      assertThat(frame.id()).isBetween(2, 20);
      frame.release();
    }
    assertThat(harness.received).isEmpty();
  }

  @Test
  void aPeerThatPingsAndReadsNothingIsNotAnsweredWithoutEnd() throws IOException {
    harness.clientOptions = options(PATIENCE_MILLIS, PATIENCE_MILLIS);
    try (RawPeer callee = RawPeer.callee()) {
      CompletableFuture<Void> greeted =
          CompletableFuture.runAsync(() -> callee.acceptAndSend(HELLO::encode));
      ClientLink link = harness.connectTo(callee.port());
      get(greeted);
      Channel channel = harness.clientSockets.get(0).channelHandlerContext().channel();
      channel.config().setOption(ChannelOption.SO_SNDBUF, 64 << 10);
      for (int i = 0; i < 10; i++) {
        callee.send(
            out -> {
              for (int ping = 0; ping < 20_000; ping++) {
                Ping.encode(out, ping);
              }
            });
      }
      callee.send(new Credit(77, 0)::encode);
      await().until(() -> link.credit() == 77);
      harness.run(
          () ->
              assertThat(channel.unsafe().outboundBuffer().totalPendingWriteBytes())
                  .isLessThan(2 << 20));
    }
  }

  /** Links' time stands still until the test moves it. */
  private AtomicLong ownTheClock() {
    AtomicLong millis = new AtomicLong(1);
    harness.nanoClock = () -> TimeUnit.MILLISECONDS.toNanos(millis.get());
    return millis;
  }

  private static LinkOptions options(int keepAlive, int hello) {
    return new LinkOptions(
        1 << 20, 32 << 10, 1 << 20, 1 << 20, 16, keepAlive, hello, 1 << 16, 1 << 16, 1 << 24);
  }

  private interface Writer {
    void write(ByteBuf out);
  }

  private ErrorFrame errorAfter(String hex) throws IOException {
    return errorAfter(out -> out.writeBytes(ByteBufUtil.decodeHexDump(hex)));
  }

  private ErrorFrame errorAfter(Writer writer) throws IOException {
    int port = harness.listen();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, HELLO::encode);
      send(socket, writer);
      return errorFrom(socket);
    }
  }

  private static void define(ByteBuf out) {
    new Define(0, "s", "", "", "m", "").encode(out);
  }

  private static void request(ByteBuf out, int id, int index, int message, int payload) {
    Request.encodeHead(out, id, index, 1_000, message, 2, 0, Map.of(), payload);
  }

  private static void send(Socket socket, Writer writer) throws IOException {
    ByteBuf out = Unpooled.buffer();
    writer.write(out);
    OutputStream stream = socket.getOutputStream();
    out.readBytes(stream, out.readableBytes());
    stream.flush();
  }

  /** Reads frames until the last one. */
  private static ErrorFrame errorFrom(Socket socket) throws IOException {
    socket.setSoTimeout(100_000);
    FrameDecoder decoder = new FrameDecoder(1 << 20);
    ByteBuf in = Unpooled.buffer();
    InputStream stream = socket.getInputStream();
    byte[] bytes = new byte[4096];
    for (int read = stream.read(bytes); read >= 0; read = stream.read(bytes)) {
      in.writeBytes(bytes, 0, read);
      for (Frame frame = decoder.next(in); frame != null; frame = decoder.next(in)) {
        if (frame.type() == FrameType.ERROR) {
          return ErrorFrame.decode(frame);
        }
      }
    }
    throw new AssertionError("the connection ended without a word");
  }

  @Test
  void requestsAreReadWhileAPeerTakesItsTimeOverALargeAnswer() throws IOException {
    harness.callee =
        call -> {
          call.payload().release();
          return Future.succeededFuture(LinkHarness.reply("x".repeat(8 << 20)));
        };
    int port = harness.listen();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, HELLO_FOR_LARGE::encode);
      send(
          socket,
          out -> {
            define(out);
            request(out, 1, 0, 0, 0);
          });
      await().until(() -> harness.received.size() == 1);
      send(socket, out -> request(out, 2, 0, 0, 0));
      await().until(() -> harness.received.size() == 2);
    }
    await().until(() -> harness.serverLinks.isEmpty());
  }

  @Test
  void aPeerThatReadsNothingIsReadNoMoreAndLeavesNothingBehind() throws IOException {
    harness.serverOptions =
        new LinkOptions(
            8 << 20, 32 << 10, 1 << 20, 1 << 20, 16, 100_000, 30_000, 1 << 16, 1 << 16, 1 << 24);
    harness.callee =
        call -> {
          call.payload().release();
          return Future.succeededFuture(LinkHarness.reply("x".repeat(6 << 20)));
        };
    int port = harness.listen();
    int requests = 2_000;
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, HELLO_FOR_LARGE::encode);
      send(
          socket,
          out -> {
            define(out);
            request(out, 1, 0, 0, 0);
          });
      await().until(() -> !harness.received.isEmpty());
      for (int id = 2; id <= requests; id++) {
        int next = id;
        send(socket, out -> request(out, next, 0, 0, 0));
      }
      assertThat(harness.received.size()).isLessThan(requests);
    }
    await().until(() -> harness.serverLinks.isEmpty());
  }

  @Test
  void anEmptyChunkEndsTheLink() throws IOException {
    ErrorFrame error =
        errorAfter(
            out -> {
              define(out);
              request(out, 1, 0, 10, 0);
              Chunk.encodeHead(out, 1, false, 0);
            });
    assertThat(error.reason()).isEqualTo("a chunk without payload");
  }

  @Test
  void aMessageInTinyChunksArrivesWhole() throws IOException {
    int port = harness.listen();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, HELLO::encode);
      send(
          socket,
          out -> {
            define(out);
            request(out, 1, 0, 40_000, 0);
            for (int i = 0; i < 40_000; i++) {
              Chunk.encodeHead(out, 1, i == 39_999, 1);
              out.writeByte('0' + i % 10);
            }
          });
      await().until(() -> !harness.received.isEmpty());
    }
    await().until(() -> harness.serverLinks.isEmpty());
  }

  @Test
  void aFrameLimitThatIsTooSmallIsRefused() throws IOException {
    int port = harness.listen();
    try (Socket socket = new Socket("127.0.0.1", port)) {
      send(socket, new Hello(1, 1, 16_384, 1, 0, 1, 0, 1, "a small peer", 0, 0)::encode);
      assertThat(errorFrom(socket).reason())
          .isEqualTo("maxFrame is 16384, expected at least 131071");
    }
  }

  @Test
  void anAnswerInAnUnknownEncodingEndsTheLinkAndItsCalls() throws IOException {
    CallFailure failure =
        failureWhenAnswered(
            out -> new Response(0, 99, 0, 0, 10, 0, Map.of()).encodeHead(out, 1, 0));
    assertThat(failure.status()).isEqualTo(Status.LOST);
    assertThat(failure).hasMessageContaining("encoding 99");
  }

  @Test
  void aSecondHeadForAnAnswerEndsTheLinkAndItsCalls() throws IOException {
    CallFailure failure =
        failureWhenAnswered(
            out -> {
              new Response(0, 2, 10, 0, 10, 0, Map.of()).encodeHead(out, 1, 4);
              out.writeZero(4);
              new Response(0, 2, 0, 0, 10, 0, Map.of()).encodeHead(out, 1, 0);
            });
    assertThat(failure.status()).isEqualTo(Status.LOST);
    assertThat(failure).hasMessageContaining("a second head");
  }

  private CallFailure failureWhenAnswered(Writer answer) throws IOException {
    try (ServerSocket callee = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> greeted =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  Socket socket = callee.accept();
                  send(socket, HELLO::encode);
                  return socket;
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      ClientLink link = harness.connectTo(callee.getLocalPort());
      CompletableFuture<Reply> reply = harness.send(link, harness.call("x"));
      await().until(() -> link.inFlight() == 1);
      try (Socket socket = get(greeted)) {
        send(socket, answer);
        return failureOf(reply);
      }
    }
  }
}
