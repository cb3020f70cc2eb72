package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.guard;
import static dev.vertxmesh.listen.FakePort.send;
import static dev.vertxmesh.listen.FakePort.sent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.http1.HeadBegun;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.net.TlsRecordGuard;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Who is let in, by whom it's known, and what of it is left once it has been ended. */
class GateDoorTest {

  private static final String GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

  private FakePort port = new FakePort(100);

  @AfterEach
  void nothingIsLeft() {
    port.close();
    assertThat(port.count.open()).isZero();
  }

  /** A gate with room for so many, and for so many from each address. */
  private Gate gate(ConnectionCount count) {
    return new Gate(
        port.vertx(), new ListenOptions(1, 1, 0, 1, 1, 1), count, port.ends::add, port::now);
  }

  private static EmbeddedChannel from(Channel parent, String address) {
    return new EmbeddedChannel(
        parent, DefaultChannelId.newInstance(), true, false, new ChannelInboundHandlerAdapter()) {
      @Override
      protected SocketAddress remoteAddress0() {
        return new InetSocketAddress(address, 1);
      }
    };
  }

  /** Whether it's taken. */
  private static boolean comes(Gate gate, EmbeddedChannel channel) {
    boolean[] begun = {false};
    gate.onAccept(channel, () -> begun[0] = true);
    assertThat(channel.isOpen()).isEqualTo(begun[0]);
    return begun[0];
  }

  @Test
  void anAddressHasItsOwnBoundAndGetsItsRoomBack() {
    ConnectionCount each = new ConnectionCount(3, 1);
    Gate gate = gate(each);
    EmbeddedChannel first = from(null, "10.0.0.1");
    assertThat(comes(gate, first)).isTrue();
    assertThat(comes(gate, from(null, "10.0.0.1"))).isFalse();
    assertThat(port.ends).containsExactly(CloseReason.ADDRESS);
    assertThat(comes(gate, from(null, "10.0.0.2"))).isTrue();
    first.close();
    assertThat(each.addresses()).isEqualTo(1);
    assertThat(comes(gate, from(null, "10.0.0.1"))).isTrue();
    assertThat(each.open()).isEqualTo(2);
  }

  @Test
  void whoFindsNoRoomDoesNotCountForItsAddress() {
    ConnectionCount each = new ConnectionCount(1, 5);
    Gate gate = gate(each);
    EmbeddedChannel first = from(null, "10.0.0.1");
    comes(gate, first);
    guard(first).onRequest();
    assertThat(comes(gate, from(null, "10.0.0.2"))).isFalse();
    assertThat(port.ends).containsExactly(CloseReason.FULL);
    assertThat(each.addresses()).isEqualTo(1);
  }

  @Test
  void theListeningSocketIsToldOfEachThatHasBeenLookedAt() {
    EmbeddedChannel listening = new EmbeddedChannel();
    AcceptBrake.of(listening, port.gate);
    List<EmbeddedChannel> accepted = new ArrayList<>();
    for (int i = 0; i < AcceptBrake.MOST_WAITING; i++) {
      accepted.add(from(listening, "10.0.0.1"));
      listening.writeInbound(accepted.get(i));
    }
    assertThat(listening.config().isAutoRead()).isFalse();
    accepted.forEach(channel -> port.accept(() -> {}, channel));
    assertThat(listening.config().isAutoRead()).isTrue();
  }

  @Test
  void whatTheListeningSocketRefusesIsToldLikeAllElse() {
    port = new FakePort(1);
    EmbeddedChannel listening = new EmbeddedChannel();
    EmbeddedChannel serving = from(listening, "10.0.0.1");
    port.accept(() -> {}, serving);
    guard(serving).onRequest();
    listening.writeInbound(from(listening, "10.0.0.1"));
    assertThat(port.ends).containsExactly(CloseReason.FULL);
  }

  @Test
  void whoHasLeftMeanwhileIsLateForAnAgentThatIsBehindAndForNoOther() {
    EmbeddedChannel fresh = from(null, "10.0.0.1");
    assertThat(port.gate.isLate(fresh)).isFalse();
    port.gate.closeLate(() -> true);
    assertThat(port.gate.isLate(fresh)).isFalse();
    Assumptions.assumeTrue(Epoll.isAvailable());
    EpollSocketChannel left = new EpollSocketChannel(); // which the kernel says is closed
    assertThat(port.gate.isLate(left)).isTrue();
    port.gate.closeLate(() -> false);
    assertThat(port.gate.isLate(left)).isFalse();
    assertThat(gate(port.count).isLate(left)).as("as long as nobody has said").isFalse();
    left.unsafe().closeForcibly();
  }

  @Test
  void whoTakesNoneOfItsAnswersIsEndedWhereThereIsNoMemoryForThem() {
    Stuck stuck = new Stuck();
    EmbeddedChannel channel = port.accept(() -> {}, stuck);
    MemoryBudget budget = MemoryBudget.ofDirect();
    long others = budget.most() - budget.taken();
    budget.take(others);
    channel.writeOneOutbound(Unpooled.buffer(100_000).writeZero(100_000));
    channel.flush();
    channel.runPendingTasks();
    budget.give(others);
    assertThat(port.ends).containsExactly(CloseReason.UNTAKEN);
    assertThat(channel.isOpen()).isFalse();
  }

  /** Takes nothing. */
  private static final class Stuck extends EmbeddedChannel {
    Stuck() {
      super(new ChannelInboundHandlerAdapter());
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer queue) {}
  }

  /** Notes what it's asked. */
  private static Object noting(Class<?> type, List<String> asked, ChannelHandlerContext context) {
    return Proxy.newProxyInstance(
        GateDoorTest.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          asked.add(method.getName());
          return method.getName().equals("channelHandlerContext") ? context : null;
        });
  }

  @Test
  void whatVertxKnowsAConnectionByIsWhatAsksWhetherItIsThere() {
    List<String> asked = new ArrayList<>();
    EmbeddedChannel channel = port.http2();
    EmbeddedChannel another = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    port.gate.onConnection((HttpConnection) noting(HttpConnection.class, asked, null));
    port.gate.onConnection(
        (HttpConnection)
            noting(HttpServerConnection.class, asked, another.pipeline().firstContext()));
    asked.clear();
    send(channel, FakePort.get(1));
    port.afterMillis(FakePort.PING_MILLIS);
    assertThat(asked).as("those aren't of this gate").isEmpty();
    port.gate.onConnection(
        (HttpConnection)
            noting(HttpServerConnection.class, asked, channel.pipeline().firstContext()));
    port.afterMillis(1);
    assertThat(asked).containsExactly("channelHandlerContext", "ping");
  }

  /** With a handshake that hasn't ended, by the JDK. */
  private EmbeddedChannel inHandshake(Runnable begin) throws NoSuchAlgorithmException {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(false);
    SslHandler tls = new SslHandler(engine);
    tls.setHandshakeTimeoutMillis(0);
    ChannelInboundHandlerAdapter setUp =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == SslHandshakeCompletionEvent.SUCCESS) {
              begin.run();
            }
          }
        };
    return port.accept(() -> {}, new EmbeddedChannel(tls, setUp));
  }

  private static ChannelHandlerContext tls(EmbeddedChannel channel) {
    return channel.pipeline().context(SslHandler.class);
  }

  private static void handshakeEnds(EmbeddedChannel channel, SslHandshakeCompletionEvent how) {
    tls(channel).fireUserEventTriggered(how);
  }

  @Test
  void onceItsHandshakeHasEndedItCountsAsOneAndSpeaksWhatWasAgreed() throws Exception {
    EmbeddedChannel[] channel = {null};
    channel[0] = inHandshake(() -> FakePort.addHttp1(channel[0]));
    assertThat(port.count.open()).isEqualTo(2);
    handshakeEnds(channel[0], SslHandshakeCompletionEvent.SUCCESS);
    assertThat(port.count.open()).isEqualTo(1);
    tls(channel[0]).fireChannelRead(Unpooled.copiedBuffer(GET.getBytes()));
    assertThat(channel[0].inboundMessages()).isNotEmpty();
    port.afterMillis(FakePort.IDLE_MILLIS);
    assertThat(port.ends).as("its request is being answered").isEmpty();
    channel[0].close();
    assertThat(port.count.open()).isZero();
  }

  @Test
  void http2ThatWasAgreedOnWeighsSoBeforeAByteOfItCame() throws Exception {
    EmbeddedChannel[] channel = {null};
    channel[0] = inHandshake(() -> FakePort.addHttp2(channel[0]));
    handshakeEnds(channel[0], SslHandshakeCompletionEvent.SUCCESS);
    assertThat(port.count.open()).isEqualTo(ConnectionCount.HTTP2);
  }

  @Test
  void aHandshakeThatFailsIsTold() throws Exception {
    EmbeddedChannel channel = inHandshake(() -> {});
    handshakeEnds(channel, new SslHandshakeCompletionEvent(new SSLException("no")));
    assertThat(port.ends).containsExactly(CloseReason.TLS);
  }

  @Test
  void whoLeavesBeforeItsHandshakeHasEndedIsNotCountedAfterwards() throws Exception {
    EmbeddedChannel[] channel = {null};
    channel[0] = inHandshake(() -> FakePort.addHttp2(channel[0]));
    port.http1();
    tls(channel[0]).fireChannelInactive();
    assertThat(port.count.open()).isEqualTo(1);
    handshakeEnds(channel[0], SslHandshakeCompletionEvent.SUCCESS);
    assertThat(port.count.open()).isEqualTo(1);
  }

  @Test
  void recordsOfTlsThatHoldTooMuchEndTheirConnectionAndOtherEventsPass() {
    EmbeddedChannel channel = port.http1();
    List<Object> passed = new ArrayList<>();
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                passed.add(event);
              }
            });
    channel.pipeline().fireUserEventTriggered("another");
    assertThat(channel.isOpen()).isTrue();
    channel.pipeline().fireUserEventTriggered(TlsRecordGuard.Cut.HELD);
    assertThat(port.ends).containsExactly(CloseReason.HELD);
    assertThat(channel.isOpen()).isFalse();
    assertThat(passed).containsExactly("another");
  }

  @Test
  void aHeadThatHasBegunBehindARequestIsHeldAsItGrows() {
    EmbeddedChannel channel = port.http1();
    send(channel, GET);
    channel.pipeline().fireUserEventTriggered(new HeadBegun(4));
    assertThat(guard(channel).held()).isEqualTo(4);
    send(channel, " / HTTP/1.");
    assertThat(guard(channel).held()).isEqualTo(14);
  }

  /** Holds back that its connection closes. */
  private static final class SlowClose extends ChannelOutboundHandlerAdapter {
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise closed) {
      // as a socket does whose last bytes are on their way
    }
  }

  @Test
  void whoMakesRoomCountsNoMoreThoughItsClosingTakesLong() {
    port = new FakePort(1);
    EmbeddedChannel slow = port.http1();
    slow.pipeline().addFirst("slow", new SlowClose());
    assertThat(port.http1().isOpen()).isTrue();
    assertThat(port.ends).containsExactly(CloseReason.ROOM);
    assertThat(port.count.open()).isEqualTo(1);
    slow.pipeline().remove("slow");
  }

  @Test
  void whatAnEndedConnectionIsStillAnsweredHoldsNothing() {
    EmbeddedChannel channel = port.http1();
    ConnectionGuard guard = guard(channel);
    channel.pipeline().addFirst("slow", new SlowClose());
    send(channel, GET.repeat(3));
    assertThat(guard.held()).isPositive();
    guard.end(CloseReason.ROOM);
    assertThat(guard.held()).isZero();
    channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    assertThat(guard.held()).as("one is still ahead").isZero();
    channel.pipeline().remove("slow");
  }

  @Test
  void ofWhoHasGoneNoOtherReasonIsTold() {
    EmbeddedChannel channel = port.http1();
    ConnectionGuard guard = guard(channel);
    channel.close();
    guard.end(CloseReason.UNTAKEN);
    assertThat(port.ends).isEmpty();
  }

  @Test
  void whoseFirstBytesAreTooManyIsNotSetUpForAProtocol() {
    EmbeddedChannel channel = port.clearText();
    channel.pipeline().addFirst("slow", new SlowClose());
    ByteBuf head =
        Unpooled.buffer().writeBytes(("GET /" + "x".repeat(FakePort.HELD_BYTES)).getBytes());
    send(channel, head);
    assertThat(port.ends).containsExactly(CloseReason.HELD);
    assertThat(channel.pipeline().get("httpDecoder")).isNull();
    assertThat(head.refCnt()).isZero();
    channel.pipeline().remove("slow");
  }

  @Test
  void whoGoesWhileItIsBeingSetUpIsNotSetUp() {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    port.accept(
        () -> {
          FakePort.addHttp2(channel);
          guard(channel).channelInactive(channel.pipeline().context(ConnectionGuard.class));
        },
        channel);
    assertThat(port.count.open()).isZero();
    assertThat(sent(channel)).as("HTTP/2's own beginning").isNotNull();
  }
}
