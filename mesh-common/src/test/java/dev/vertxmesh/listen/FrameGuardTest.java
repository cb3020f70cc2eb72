package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.frame;
import static dev.vertxmesh.listen.FakePort.get;
import static dev.vertxmesh.listen.FakePort.guard;
import static dev.vertxmesh.listen.FakePort.half;
import static dev.vertxmesh.listen.FakePort.hello;
import static dev.vertxmesh.listen.FakePort.send;
import static dev.vertxmesh.listen.FakePort.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Connections of HTTP/2 that began as another, what Vert.x hears of them, and those told to end.
 */
class FrameGuardTest {

  private static final int PING = 6;
  private static final int END_HEADERS = 4;

  /** One of HPACK's static table without a value, in a byte: forty are a large head. */
  private static final String LARGE_BLOCK = FakePort.GET_BLOCK + "8f".repeat(40);

  private FakePort port = new FakePort(100);

  @AfterEach
  void nothingIsLeft() {
    port.close();
    assertThat(port.count.open()).isZero();
    assertThat(port.gate.streams().held()).isZero();
  }

  private static Http2ConnectionHandler http2(EmbeddedChannel channel) {
    return (Http2ConnectionHandler) channel.pipeline().get(ConnectionGuard.HANDLER);
  }

  /** One whose first request was over HTTP/1.1, and is stream 1 now. */
  private EmbeddedChannel upgraded() throws Http2Exception {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    Http2Exception[] failed = {null};
    port.accept(
        () -> {
          FakePort.addHttp2(channel);
          try {
            http2(channel).connection().remote().createStream(1, true);
          } catch (Http2Exception e) {
            failed[0] = e;
          }
        },
        channel);
    assertThat(failed).containsOnlyNulls();
    return channel;
  }

  @Test
  void theRequestThatAskedForTheUpgradeIsOneOfThoseThatAllMayHave() throws Exception {
    EmbeddedChannel first = upgraded();
    assertThat(port.gate.streams().mostOf(5)).isEqualTo(7);
    upgraded();
    assertThat(port.gate.streams().mostOf(5)).as("two in all").isEqualTo(5);
    first.pipeline().fireChannelInactive();
    assertThat(port.gate.streams().mostOf(5)).isEqualTo(7);
  }

  @Test
  void whoHasUpgradedHasMadeItsRequestOnceItSpeaksHttp2() throws Exception {
    port = new FakePort(ConnectionCount.HTTP2);
    EmbeddedChannel mute = upgraded();
    EmbeddedChannel speaking = upgraded();
    assertThat(mute.isOpen()).as("it made room, having said nothing yet").isFalse();
    send(speaking, hello());
    assertThat(port.http1().isOpen()).isFalse();
    assertThat(speaking.isOpen()).isTrue();
    assertThat(port.ends).containsExactly(CloseReason.ROOM, CloseReason.FULL);
  }

  /** What a listener of Vert.x' is told, which answers a head by ending its stream if asked to. */
  private final class Told extends Http2FrameAdapter {
    private final List<String> all = new ArrayList<>();
    private boolean resets;

    @Override
    public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {
      all.add("settings");
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx, int id, Http2Headers headers, int padding, boolean isLast) {
      all.add("head " + id);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx,
        int id,
        Http2Headers headers,
        int dependsOn,
        short weight,
        boolean isExclusive,
        int padding,
        boolean isLast) {
      all.add("head " + id + ", heavy " + weight);
      if (resets) {
        Http2ConnectionHandler handler = (Http2ConnectionHandler) ctx.handler();
        handler.resetStream(ctx, id, 8, ctx.newPromise());
      }
    }
  }

  /** Which begins to listen with the first SETTINGS, as Vert.x does. */
  private EmbeddedChannel telling(Told told) {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    Http2FrameAdapter beginning =
        new Http2FrameAdapter() {
          @Override
          public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) {
            told.onSettingsRead(ctx, settings);
            http2(channel).decoder().frameListener(told);
          }
        };
    Http2ConnectionHandler handler =
        new Http2ConnectionHandlerBuilder().server(true).frameListener(beginning).build();
    port.accept(() -> channel.pipeline().addLast(ConnectionGuard.HANDLER, handler), channel);
    send(channel, hello());
    return channel;
  }

  @Test
  void whoBeginsToListenWithTheFirstSettingsHearsAllAndItsHeadsAreHeld() throws Exception {
    port = new FakePort(100, 2, 100_000);
    Told told = new Told();
    EmbeddedChannel channel = telling(told);
    send(channel, get(1));
    assertThat(told.all).containsExactly("settings", "head 1, heavy 16");
    assertThat(port.gate.streams().held()).isZero();
    send(channel, frame(FrameBudget.HEADERS, END_HEADERS, 3, LARGE_BLOCK));
    long held = port.gate.streams().held();
    assertThat(held).isPositive();
    Http2Headers trailer = new DefaultHttp2Headers();
    for (int i = 0; i < 40; i++) {
      trailer.add("t" + i, "");
    }
    http2(channel).decoder().frameListener().onHeadersRead(null, 3, trailer, 0, false);
    assertThat(told.all).last().isEqualTo("head 3");
    assertThat(port.gate.streams().held()).as("one without a priority, too").isGreaterThan(held);
  }

  @Test
  void theHeadOfAStreamThatWasEndedOnItsArrivalIsNotHeld() {
    port = new FakePort(100, 2, 100_000);
    Told told = new Told();
    told.resets = true;
    EmbeddedChannel channel = telling(told);
    send(channel, frame(FrameBudget.HEADERS, END_HEADERS, 1, LARGE_BLOCK));
    assertThat(told.all).last().isEqualTo("head 1, heavy 16");
    assertThat(port.gate.streams().held()).isZero();
  }

  private static void flood(EmbeddedChannel channel) {
    ByteBuf all = Unpooled.buffer();
    for (int i = 0; i < FrameBudget.BURST; i++) {
      ByteBuf ping = frame(PING, 0, 0, "0102030405060708");
      all.writeBytes(ping);
      ping.release();
    }
    send(channel, all);
  }

  @Test
  void whoWasToldToEndMakesRoomAtOnceAndIsToldNothingMore() {
    port = new FakePort(ConnectionCount.HTTP2);
    EmbeddedChannel channel = port.http2();
    flood(channel);
    assertThat(channel.isOpen()).as("its last word is on its way").isTrue();
    assertThat(port.http1().isOpen()).isTrue();
    assertThat(channel.isOpen()).isFalse();
    assertThat(port.ends).containsExactly(CloseReason.FLOOD);
  }

  @Test
  void whoWasToldToEndHoldsNothingOfWhatItHadBegunOrGoesOnWith() {
    EmbeddedChannel channel = port.http2();
    send(channel, half(1));
    ConnectionGuard guard = guard(channel);
    assertThat(guard.held()).isPositive();
    port.after(0);
    port.afterMillis(FakePort.HEAD_MILLIS);
    assertThat(port.ends).containsExactly(CloseReason.HEAD);
    assertThat(guard.held()).isZero();
    sent(channel);
    send(channel, frame(FrameBudget.CONTINUATION, 0, 1, "82"));
    assertThat(guard.held()).isZero();
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void theFirstFramesOfWhoWasToldToEndAreNotHeldEither() {
    EmbeddedChannel channel = port.clearText();
    send(channel, hello().readSlice(24));
    port.after(0);
    port.afterMillis(FakePort.HEAD_MILLIS);
    assertThat(port.ends).containsExactly(CloseReason.HEAD);
    ConnectionGuard guard = guard(channel);
    send(channel, hello().skipBytes(24));
    assertThat(guard.held()).isZero();
  }
}
