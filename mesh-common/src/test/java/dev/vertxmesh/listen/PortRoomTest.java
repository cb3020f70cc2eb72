package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  void whatHasGoneGivesItsRoomBackOnce() {
    EmbeddedChannel first = atOther();
    other.onProven(first);
    first.close();
    first.close();
    assertThat(count.open()).isZero();
  }
}
