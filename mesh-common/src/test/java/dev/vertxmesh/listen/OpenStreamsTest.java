package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.frame;
import static dev.vertxmesh.listen.FakePort.get;
import static dev.vertxmesh.listen.FakePort.send;
import static dev.vertxmesh.listen.FakePort.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Large heads over HTTP/2, at a port that has room for three of them. */
class OpenStreamsTest {

  private static final int RST_STREAM = 3;
  private static final int END_HEADERS = 4;
  private static final int END_STREAM = 1;

  /** One of HPACK's static table without a value, {@code accept-charset}, in a byte. */
  private static final String HEADER = "8f";

  private static final int MANY = 40;

  /** Heads may have twice that. */
  private static final int HELD = 28_000;

  private final FakePort port = new FakePort(100, 100, HELD);

  @AfterEach
  void nothingIsLeft() {
    port.close();
    assertThat(port.gate.streams().held()).isZero();
  }

  private static ByteBuf large(int stream) {
    String block = FakePort.GET_BLOCK + HEADER.repeat(MANY);
    return frame(FrameBudget.HEADERS, END_HEADERS, stream, block);
  }

  private static boolean isOpen(EmbeddedChannel channel, int stream) {
    var http2 = (Http2ConnectionHandler) channel.pipeline().get(ConnectionGuard.HANDLER);
    return http2.connection().stream(stream) != null;
  }

  @Test
  void theStreamsThatHaveHeldTheLongestAreReset() {
    EmbeddedChannel first = port.http2();
    EmbeddedChannel second = port.http2();
    send(first, large(1));
    send(second, large(1));
    send(second, get(3));
    send(second, large(5));
    sent(first);
    assertThat(port.gate.streams().held()).isGreaterThan(3 * MANY * 400);
    send(second, large(7));
    assertThat(isOpen(first, 1)).isFalse();
    assertThat(sent(first))
        .isEqualTo(
            text(frame(RST_STREAM, 0, 1, "%08x".formatted(Http2Error.ENHANCE_YOUR_CALM.code()))));
    assertThat(isOpen(second, 1)).as("until a quarter is free").isFalse();
    assertThat(IntStream.of(3, 5, 7)).allMatch(stream -> isOpen(second, stream));
    assertThat(first.isOpen()).isTrue();
    assertThat(port.ends).isEmpty();
  }

  private static String text(ByteBuf bytes) {
    String text = bytes.toString(StandardCharsets.ISO_8859_1);
    bytes.release();
    return text;
  }

  @Test
  void aHeadIsHeldUntilItsStreamHasEnded() {
    EmbeddedChannel channel = port.http2();
    for (int stream = 1; stream < 20; stream += 2) {
      send(channel, large(stream));
      send(channel, frame(RST_STREAM, 0, stream, "00000008"));
      assertThat(port.gate.streams().held()).isZero();
    }
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void aLargeTrailerIsHeldBesideTheHead() {
    EmbeddedChannel channel = port.http2();
    send(channel, large(1));
    long head = port.gate.streams().held();
    send(channel, frame(FrameBudget.HEADERS, END_HEADERS | END_STREAM, 1, HEADER.repeat(MANY)));
    assertThat(port.gate.streams().held()).isGreaterThan(head + MANY * 400);
    send(channel, frame(RST_STREAM, 0, 1, "00000008"));
    assertThat(port.gate.streams().held()).isZero();
  }

  @Test
  void whatAConnectionsStreamsHoldGoesWithIt() {
    EmbeddedChannel channel = port.http2();
    send(channel, large(1));
    assertThat(port.gate.streams().held()).isPositive();
    channel.pipeline().fireChannelInactive();
    assertThat(port.gate.streams().held()).isZero();
  }

  @Test
  void usualHeadsHoldNothing() {
    EmbeddedChannel channel = port.http2();
    for (int stream = 1; stream < 14; stream += 2) {
      send(channel, get(stream));
    }
    assertThat(port.gate.streams().held()).isZero();
  }

  /** A stream is there until its reset has left, and its head with it. */
  @Test
  void whoTakesNoResetLosesTheConnection() {
    EmbeddedChannel channel = port.http2();
    channel
        .pipeline()
        .addFirst(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void write(ChannelHandlerContext ctx, Object message, ChannelPromise late) {
                ReferenceCountUtil.release(message);
              }
            });
    for (int stream = 1; stream <= 7; stream += 2) {
      send(channel, large(stream));
    }
    assertThat(isOpen(channel, 1)).as("its reset hasn't left").isTrue();
    assertThat(port.ends).isEmpty();
    send(channel, large(9));
    assertThat(port.ends).containsExactly(CloseReason.HELD);
    assertThat(channel.isOpen()).isFalse();
  }
}
