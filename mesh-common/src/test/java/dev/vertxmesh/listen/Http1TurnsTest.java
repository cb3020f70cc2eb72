package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.guard;
import static dev.vertxmesh.listen.FakePort.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What requests hold that a client sends ahead of their turn, at a gate that bounds it. */
class Http1TurnsTest {

  private static final String GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  private static final String POST = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n";

  /**
   * What each of those takes ahead of its turn: three are less than all may hold, and four more.
   */
  private static final int GET_AHEAD = 850 + 150 + "/hostx".length();

  private static final int POST_AHEAD = 850 + 2 * 150 + "/hostxcontent-length3".length();

  private final FakePort port = new FakePort(100);

  @AfterEach
  void nothingIsLeft() {
    port.close();
    assertThat(port.count.open()).isZero();
  }

  /** One whose turn it is, and so many ahead. */
  private EmbeddedChannel ahead(int requests) {
    EmbeddedChannel channel = port.http1();
    send(channel, GET + GET.repeat(requests));
    return channel;
  }

  private static void answer(EmbeddedChannel channel) {
    channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
  }

  private static long requests(EmbeddedChannel channel) {
    return channel.inboundMessages().stream().filter(HttpRequest.class::isInstance).count();
  }

  @Test
  void eachAheadIsHeldUntilItsTurn() {
    EmbeddedChannel channel = ahead(2);
    assertThat(guard(channel).held()).isEqualTo(2 * GET_AHEAD);
    answer(channel);
    assertThat(guard(channel).held()).isEqualTo(GET_AHEAD);
    answer(channel);
    assertThat(guard(channel).held()).isZero();
    answer(channel);
    assertThat(requests(channel)).isEqualTo(3);
  }

  @Test
  void aBodyAheadIsHeldAsItComes() {
    EmbeddedChannel channel = port.http1();
    send(channel, GET + POST + "ab");
    assertThat(guard(channel).held()).isEqualTo(POST_AHEAD + 2);
    send(channel, "c");
    assertThat(guard(channel).held()).isEqualTo(POST_AHEAD + 3);
    answer(channel);
    assertThat(guard(channel).held()).isZero();
  }

  @Test
  void aBodyInItsTurnIsHeldByWhoReadsIt() {
    EmbeddedChannel channel = port.http1();
    send(channel, POST + "ab");
    assertThat(guard(channel).held()).isZero();
  }

  @Test
  void whoseRequestsHoldTooMuchHasNoneOfTheRestServed() {
    EmbeddedChannel channel = ahead(10);
    assertThat(port.ends).containsExactly(CloseReason.HELD);
    assertThat(channel.isOpen()).isFalse();
    assertThat(requests(channel)).as("its turn and three ahead").isEqualTo(4);
    EmbeddedChannel withBody = port.http1();
    send(withBody, GET + GET.repeat(2) + POST + "ab");
    assertThat(withBody.isOpen()).isTrue();
    send(withBody, GET.repeat(3));
    assertThat(withBody.isOpen()).as("a byte of the body, and then they hold too much").isFalse();
  }

  /** Holds back that its connection closes, until it's told. */
  private static final class SlowClose extends ChannelOutboundHandlerAdapter {
    private ChannelHandlerContext context;
    private ChannelPromise promise;

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise closed) {
      context = ctx;
      promise = closed;
    }

    void letGo() {
      context.close(promise);
    }
  }

  private SlowClose slowlyClosing(EmbeddedChannel channel) {
    SlowClose close = new SlowClose();
    channel.pipeline().addFirst(close);
    return close;
  }

  /** What an ended connection has ahead waits until its loop comes to its end. */
  @Test
  void whileThoseThatWereEndedHoldTwiceAsMuchNobodyMaySendAhead() {
    List<SlowClose> ended = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      EmbeddedChannel channel = port.http1();
      ended.add(slowlyClosing(channel));
      send(channel, GET + GET.repeat(3));
    }
    EmbeddedChannel greedy = port.http1();
    ended.add(slowlyClosing(greedy));
    send(greedy, GET + GET.repeat(2));
    assertThat(port.ends).as("two for room, one for itself").hasSize(3);
    assertThat(port.ends).containsOnly(CloseReason.HELD);
    assertThat(guard(greedy).isOver()).isTrue();
    assertThat(requests(greedy)).isEqualTo(2);
    assertThat(ahead(0).isOpen()).as("who sends nothing ahead").isTrue();
    assertThat(ahead(1).isOpen()).isFalse();
    ended.forEach(SlowClose::letGo);
    assertThat(ahead(3).isOpen()).isTrue();
  }

  @Test
  void whatWasNotTakenIsNotCountedAsAhead() {
    List<SlowClose> ended = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      EmbeddedChannel channel = port.http1();
      ended.add(slowlyClosing(channel));
      send(channel, GET + GET.repeat(10));
    }
    assertThat(port.ends).hasSize(2);
    assertThat(ahead(1).isOpen()).as("each of those has three ahead").isTrue();
    ended.forEach(SlowClose::letGo);
  }

  @Test
  void whatIsAnsweredIsNotAheadAnyMore() {
    for (int i = 0; i < 4; i++) {
      EmbeddedChannel channel = ahead(3);
      for (int answers = 0; answers < 4; answers++) {
        answer(channel);
      }
    }
    assertThat(ahead(3).isOpen()).isTrue();
    assertThat(port.ends).isEmpty();
  }

  @Test
  void afterAnUpgradeTheConnectionIsOneOfHttp2() {
    EmbeddedChannel channel = port.upgrading();
    send(
        channel,
        "GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, http2-settings\r\n"
            + "http2-settings: AAMAAABk\r\nupgrade: h2c\r\n\r\n");
    assertThat(channel.pipeline().get(Http1Turns.class)).isNull();
    assertThat(channel.pipeline().get(FrameGuard.class)).isNotNull();
    assertThat(port.count.open()).isEqualTo(ConnectionCount.HTTP2);
    assertThat(guard(channel).held()).isZero();
  }

  @Test
  void aRequestThatMayNotGoOnAsHttp2LeavesTheConnectionAsItIs() {
    EmbeddedChannel channel = port.upgrading();
    send(channel, POST.replace("\r\n\r\n", "\r\nupgrade: h2c\r\n\r\n") + "abc");
    assertThat(channel.pipeline().get(Http1Turns.class)).isNotNull();
    assertThat(port.count.open()).isEqualTo(1);
    assertThat(requests(channel)).isEqualTo(1);
  }
}
