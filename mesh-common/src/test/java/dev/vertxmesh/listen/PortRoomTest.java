package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.vertx.core.Vertx;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two ports whose connections have one count. */
class PortRoomTest {

  private static final long NEVER = TimeUnit.HOURS.toMillis(1);

  private final Vertx vertx = Vertx.vertx();
  private final ConnectionCount count = new ConnectionCount(2, 0);
  private final List<CloseReason> ends = new ArrayList<>();
  private final Gate http =
      new Gate(
          vertx,
          new ListenOptions(NEVER, NEVER, 0, 1, 1, 1 << 10),
          count,
          ends::add,
          System::nanoTime);
  private final PortRoom other = http.otherPort();

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private static EmbeddedChannel connection() {
    return new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  }

  private EmbeddedChannel atHttp() {
    EmbeddedChannel channel = connection();
    http.onAccept(channel, () -> {});
    return channel;
  }

  private EmbeddedChannel atOther() {
    EmbeddedChannel channel = connection();
    other.onAccept(channel);
    return channel;
  }

  @Test
  void theOldestSilentOneOfTheSamePortGoesFirst() {
    EmbeddedChannel elder = atHttp();
    EmbeddedChannel silent = atOther();
    EmbeddedChannel next = atOther();
    assertThat(silent.isOpen()).isFalse();
    assertThat(elder.isOpen()).isTrue();
    assertThat(next.isOpen()).isTrue();
    assertThat(ends).containsExactly(CloseReason.ROOM);
    assertThat(count.open()).isEqualTo(2);
  }

  @Test
  void oneThatIsSilentAtTheOtherPortMakesRoom() {
    EmbeddedChannel silent = atOther();
    other.onProven(atOther());
    EmbeddedChannel next = atHttp();
    assertThat(silent.isOpen()).isFalse();
    assertThat(next.isOpen()).isTrue();
    EmbeddedChannel last = atOther();
    assertThat(next.isOpen()).isFalse();
    assertThat(last.isOpen()).isTrue();
    assertThat(ends).containsExactly(CloseReason.ROOM, CloseReason.ROOM);
  }

  @Test
  void whereNobodyIsSilentTheNewOneIsClosed() {
    other.onProven(atOther());
    other.onProven(atOther());
    assertThat(atOther().isOpen()).isFalse();
    assertThat(atHttp().isOpen()).isFalse();
    assertThat(ends).containsExactly(CloseReason.FULL, CloseReason.FULL);
  }

  @Test
  void itIsFullOnceNobodyWouldMakeRoom() {
    EmbeddedChannel first = atOther();
    assertThat(other.isFull()).isFalse();
    EmbeddedChannel second = atOther();
    assertThat(other.isFull()).as("two that would make room").isFalse();
    other.onProven(first);
    other.onProven(first);
    assertThat(other.isFull()).as("one that would").isFalse();
    other.onProven(second);
    assertThat(other.isFull()).isTrue();
    second.close();
    assertThat(other.isFull()).isFalse();
    atOther().close();
    other.onProven(atOther());
    assertThat(other.isFull()).as("who left and would have made room").isTrue();
    other.onRefused(CloseReason.LATE);
    assertThat(ends).containsExactly(CloseReason.LATE);
  }

  @Test
  void whoIsTakenIsToldSo() {
    EmbeddedChannel first = connection();
    EmbeddedChannel second = connection();
    assertThat(other.onAccept(first)).isTrue();
    other.onProven(first);
    assertThat(other.onAccept(second)).isTrue();
    other.onProven(second);
    assertThat(other.onAccept(connection())).isFalse();
  }

  /** A socket closes some time after it's told to. */
  @Test
  void whoMakesRoomGivesItBeforeItHasClosed() {
    ChannelPromise closed =
        new DefaultChannelPromise(connection(), ImmediateEventExecutor.INSTANCE);
    EmbeddedChannel slow =
        new EmbeddedChannel(new ChannelInboundHandlerAdapter()) {
          @Override
          public ChannelFuture closeFuture() {
            return closed;
          }
        };
    other.onAccept(slow);
    other.onProven(atOther());
    EmbeddedChannel next = atOther();
    assertThat(ends).containsExactly(CloseReason.ROOM);
    assertThat(next.isOpen()).isTrue();
    assertThat(count.open()).isEqualTo(2);
    closed.setSuccess();
    assertThat(count.open()).as("it gave its room once").isEqualTo(2);
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

  @Test
  void anAddressHasItsOwnBoundAndGetsItsRoomBack() {
    ConnectionCount each = new ConnectionCount(3, 1);
    PortRoom room = new PortRoom(each, ends::add, () -> false);
    EmbeddedChannel first = from(null, "10.0.0.1");
    assertThat(room.onAccept(first)).isTrue();
    EmbeddedChannel again = from(null, "10.0.0.1");
    assertThat(room.onAccept(again)).isFalse();
    assertThat(again.isOpen()).isFalse();
    assertThat(ends).containsExactly(CloseReason.ADDRESS);
    assertThat(room.onAccept(from(null, "10.0.0.2"))).isTrue();
    first.close();
    assertThat(room.onAccept(from(null, "10.0.0.1"))).isTrue();
    assertThat(each.addresses()).isEqualTo(2);
  }

  @Test
  void whoFindsNoRoomDoesNotCountForItsAddress() {
    ConnectionCount each = new ConnectionCount(1, 5);
    PortRoom room = new PortRoom(each, ends::add, () -> false);
    EmbeddedChannel first = from(null, "10.0.0.1");
    room.onAccept(first);
    room.onProven(first);
    assertThat(room.onAccept(from(null, "10.0.0.2"))).isFalse();
    assertThat(each.addresses()).isEqualTo(1);
    assertThat(ends).containsExactly(CloseReason.FULL);
  }

  @Test
  void theListeningSocketIsToldThatOneHasBeenLookedAt() {
    EmbeddedChannel listening = new EmbeddedChannel();
    AcceptBrake.of(listening, other);
    Channel[] accepted = new Channel[AcceptBrake.MOST_WAITING];
    for (int i = 0; i < accepted.length; i++) {
      accepted[i] = from(listening, "10.0.0.1");
      listening.writeInbound(accepted[i]);
    }
    assertThat(listening.config().isAutoRead()).isFalse();
    for (Channel one : accepted) {
      other.onAccept(one);
    }
    assertThat(listening.config().isAutoRead()).isTrue();
  }

  @Test
  void whatHasGoneGivesItsRoomBackOnce() {
    EmbeddedChannel first = atOther();
    other.onProven(first);
    first.close();
    first.close();
    assertThat(count.open()).isZero();
  }

  /** With a handshake that hasn't ended, by the JDK. */
  private static EmbeddedChannel inHandshake() throws NoSuchAlgorithmException {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(false);
    return new EmbeddedChannel(new ChannelInboundHandlerAdapter(), new SslHandler(engine));
  }

  @Test
  void oneInItsHandshakeCountsAsTwoUntilItIsGone() throws Exception {
    EmbeddedChannel first = inHandshake();
    assertThat(other.onAccept(first)).isTrue();
    assertThat(count.open()).isEqualTo(2);
    EmbeddedChannel second = inHandshake();
    assertThat(other.onAccept(second)).isTrue();
    assertThat(first.isOpen()).as("it made room").isFalse();
    assertThat(count.open()).isEqualTo(2);
    EmbeddedChannel third = inHandshake();
    http.onAccept(third, () -> {});
    assertThat(second.isOpen()).as("it made room").isFalse();
    assertThat(count.open()).isEqualTo(2);
    third.close();
    assertThat(count.open()).isZero();
  }
}
