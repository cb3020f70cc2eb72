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
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.vertx.core.http.HttpConnection;
import java.lang.reflect.Proxy;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What connections of HTTP/2 may take, by the test's own clock. */
class GateHttp2Test {

  private static final int RST_STREAM = 3;
  private static final int PING = 6;
  private static final int END_HEADERS = 4;
  private static final String TOO_MANY = "too many frames that belong to no request";
  private static final String LATE =
      "a header block or the first frames didn't come to an end in time";

  private FakePort port = new FakePort(100);

  @AfterEach
  void nothingIsLeft() {
    port.close();
    assertThat(port.count.open()).isZero();
  }

  private static ByteBuf pings(int count) {
    ByteBuf all = Unpooled.buffer();
    for (int i = 0; i < count; i++) {
      ByteBuf ping = frame(PING, 0, 0, "0102030405060708");
      all.writeBytes(ping);
      ping.release();
    }
    return all;
  }

  @Test
  void itWeighsWhatItWeighsUntilItIsGone() {
    EmbeddedChannel channel = port.http2();
    assertThat(port.count.open()).isEqualTo(ConnectionCount.HTTP2);
    channel.close();
    assertThat(port.count.open()).isZero();
  }

  @Test
  void whoHasNeverAskedMakesRoomForItAndNotItself() {
    port = new FakePort(ConnectionCount.HTTP2 + 1);
    EmbeddedChannel silent = port.http1();
    EmbeddedChannel serving = port.http1();
    send(serving, "GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    EmbeddedChannel channel = port.http2();
    assertThat(silent.isOpen()).isFalse();
    assertThat(channel.isOpen()).isTrue();
    assertThat(port.ends).containsExactly(CloseReason.ROOM);
    assertThat(port.http1().isOpen()).isTrue();
    assertThat(channel.isOpen()).as("it has made no request either").isFalse();
  }

  @Test
  void onceItHasAskedItMakesNoRoom() {
    port = new FakePort(ConnectionCount.HTTP2);
    EmbeddedChannel channel = port.http2();
    send(channel, get(1));
    assertThat(port.http1().isOpen()).isFalse();
    assertThat(channel.isOpen()).isTrue();
    assertThat(port.ends).containsExactly(CloseReason.FULL);
  }

  @Test
  void whereThereIsNoRoomForAllItsWeightItIsRefused() {
    port = new FakePort(ConnectionCount.HTTP2);
    EmbeddedChannel serving = port.http1();
    send(serving, "GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    EmbeddedChannel channel = port.http2();
    assertThat(channel.isOpen()).isFalse();
    assertThat(port.ends).containsExactly(CloseReason.FULL);
    assertThat(port.count.open()).isEqualTo(1);
  }

  @Test
  void itsFirstBytesTellThatItIsOneAndAreCounted() {
    EmbeddedChannel channel = port.clearText();
    ByteBuf bytes = hello();
    send(channel, bytes.readRetainedSlice(10));
    assertThat(port.count.open()).isEqualTo(1);
    assertThat(guard(channel).held()).isEqualTo(10);
    send(channel, bytes);
    assertThat(port.count.open()).isEqualTo(ConnectionCount.HTTP2);
    assertThat(guard(channel).held()).isZero();
  }

  @Test
  void itsFirstFramesHaveTheTimeOfAHead() {
    EmbeddedChannel channel = new EmbeddedChannel();
    port.accept(() -> FakePort.addHttp2(channel), channel);
    sent(channel);
    send(channel, hello().slice(0, 24));
    port.after(0);
    port.afterMillis(FakePort.HEAD_MILLIS - 1);
    assertThat(port.ends).isEmpty();
    port.afterMillis(1);
    assertThat(port.ends).containsExactly(CloseReason.HEAD);
    assertThat(sent(channel)).endsWith(LATE);
    assertThat(channel.isOpen()).as("its last word isn't broken off").isTrue();
    assertThat(channel.config().isAutoRead()).isFalse();
    port.after(1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(port.ends).hasSize(1);
  }

  @Test
  void aHeaderBlockMustEndInTime() {
    EmbeddedChannel channel = port.http2();
    port.afterMillis(FakePort.IDLE_MILLIS - 1);
    send(channel, half(1));
    sent(channel);
    port.after(1);
    port.afterMillis(FakePort.HEAD_MILLIS - 1);
    assertThat(port.ends).isEmpty();
    port.afterMillis(1);
    assertThat(port.ends).containsExactly(CloseReason.HEAD);
    assertThat(sent(channel)).endsWith(LATE);
  }

  @Test
  void anIdleOneIsClosedWithAGoAwayThatSaysAllIsWell() {
    EmbeddedChannel channel = port.http2();
    sent(channel);
    port.afterMillis(FakePort.IDLE_MILLIS);
    assertThat(port.ends).isEmpty();
    port.afterMillis(1_000); // that it's idle was seen with the first look
    assertThat(port.ends).containsExactly(CloseReason.IDLE);
    assertThat(sent(channel)).doesNotContain(TOO_MANY, LATE).hasSize(17);
    assertThat(channel.isOpen()).isFalse();
  }

  /** Notes what is called, and does nothing. */
  private static HttpConnection connection(List<String> asked) {
    return (HttpConnection)
        Proxy.newProxyInstance(
            GateHttp2Test.class.getClassLoader(),
            new Class<?>[] {HttpConnection.class},
            (proxy, method, arguments) -> {
              asked.add(method.getName());
              return null;
            });
  }

  @Test
  void whoIsServedAndSaysNothingIsAskedAndGoneWithoutAnAnswer() {
    List<String> asked = new ArrayList<>();
    EmbeddedChannel channel = port.http2();
    guard(channel).onConnection(connection(asked));
    send(channel, get(1));
    port.afterMillis(FakePort.PING_MILLIS - 1);
    assertThat(asked).isEmpty();
    port.afterMillis(1);
    assertThat(asked).containsExactly("ping");
    send(channel, frame(PING, 1, 0, "7374696c6c3f3f3f"));
    port.afterMillis(FakePort.PING_MILLIS);
    assertThat(asked).hasSize(2);
    port.afterMillis(TimeUnit.NANOSECONDS.toMillis(PingCheck.PONG_NANOS) - 1);
    assertThat(port.ends).isEmpty();
    port.afterMillis(1);
    assertThat(port.ends).containsExactly(CloseReason.SILENT);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void whatIsUnfinishedIsCountedUntilItIsWhole() {
    EmbeddedChannel channel = port.http2();
    assertThat(guard(channel).held()).isZero();
    ByteBuf whole = get(1);
    send(channel, whole.readRetainedSlice(4));
    assertThat(guard(channel).held()).isEqualTo(4);
    send(channel, whole);
    assertThat(guard(channel).held()).isZero();
    send(channel, frame(FrameBudget.HEADERS, 1, 3, FakePort.GET_BLOCK.substring(0, 10)));
    assertThat(guard(channel).held()).isEqualTo(5);
    send(channel, frame(FrameBudget.CONTINUATION, 0, 3, FakePort.GET_BLOCK.substring(10)));
    assertThat(guard(channel).held()).isEqualTo(6);
    send(channel, frame(FrameBudget.CONTINUATION, END_HEADERS, 3, ""));
    assertThat(guard(channel).held()).isZero();
  }

  @Test
  void requestsAreAsManyAsOneConnectionMayHaveAndAllMay() {
    assertThat(port.gate.streams().mostOf(5)).isEqualTo(7);
    EmbeddedChannel channel = port.http2();
    send(channel, get(1));
    assertThat(port.gate.streams().mostOf(5)).isEqualTo(7);
    EmbeddedChannel other = port.http2();
    send(other, get(1));
    assertThat(port.gate.streams().mostOf(5)).as("two in all: no more than it has").isEqualTo(5);
    assertThat(most(other)).isEqualTo(1);
    send(channel, frame(RST_STREAM, 0, 1, "00000008"));
    assertThat(port.gate.streams().mostOf(5)).isEqualTo(7);
    send(other, pings(1));
    assertThat(most(other)).isEqualTo(7);
    other.pipeline().fireChannelInactive();
    assertThat(port.gate.streams().mostOf(0)).isEqualTo(7);
    send(channel, get(3));
    assertThat(port.gate.streams().mostOf(5)).as("those of who has left are over").isEqualTo(7);
  }

  private static int most(EmbeddedChannel channel) {
    Http2ConnectionHandler handler = (Http2ConnectionHandler) channel.pipeline().get("handler");
    return handler.connection().remote().maxActiveStreams();
  }

  @Test
  void whoFloodsIsToldSoAndNotReadOn() {
    EmbeddedChannel channel = port.http2();
    send(channel, pings(FrameBudget.BURST - 1)); // its first frame was one, too
    assertThat(port.ends).isEmpty();
    sent(channel);
    send(channel, pings(1).writeByte(0));
    assertThat(port.ends).containsExactly(CloseReason.FLOOD);
    assertThat(guard(channel).held()).isZero();
    assertThat(sent(channel)).endsWith(TOO_MANY);
    assertThat(channel.config().isAutoRead()).isFalse();
    ByteBuf more = pings(1);
    send(channel, more);
    assertThat(more.refCnt()).isZero();
    assertThat(sent(channel)).isEmpty();
    port.after(1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(port.ends).hasSize(1);
  }

  @Test
  void dataThatIsSentPaysForFrames() {
    EmbeddedChannel channel = port.http2();
    send(channel, pings(FrameBudget.BURST - 1));
    channel.writeOutbound(frame(PING, 0, 0, ""), frame(FrameBudget.DATA, 0, 1, "00"));
    channel.writeOutbound(frame(FrameBudget.DATA, 0, 1, ""));
    send(channel, pings(4));
    assertThat(port.ends).as("the head of one frame of DATA has left").isEmpty();
    send(channel, pings(1));
    assertThat(port.ends).containsExactly(CloseReason.FLOOD);
  }

  @Test
  void aHandshakeIsDoneOrHasFailedOrItsConnectionWasLeft() {
    assertThat(handshake(SslHandshakeCompletionEvent.SUCCESS)).containsExactly("event", "done");
    assertThat(handshake(new SslHandshakeCompletionEvent(new SSLException("no"))))
        .containsExactly("event", "failed");
    assertThat(handshake(new SslHandshakeCompletionEvent(new ClosedChannelException())))
        .containsExactly("event");
  }

  /** What is told, in its order; nothing more after it. */
  private static List<String> handshake(Object end) {
    List<String> told = new ArrayList<>();
    EmbeddedChannel channel = new EmbeddedChannel();
    channel
        .pipeline()
        .addLast("watch", new HandshakeWatch(() -> told.add("done"), () -> told.add("failed")));
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event == end) {
                  told.add("event");
                }
              }
            });
    channel.pipeline().fireUserEventTriggered("another");
    assertThat(channel.pipeline().get("watch")).isNotNull();
    channel.pipeline().fireUserEventTriggered(end);
    assertThat(channel.pipeline().get("watch")).isNull();
    channel.finishAndReleaseAll();
    return told;
  }
}
