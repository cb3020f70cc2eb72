package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.frame;
import static dev.vertxmesh.listen.FakePort.get;
import static dev.vertxmesh.listen.FakePort.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.memory.MemoryBudget;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What heads and streams may have of the heap while others have nearly all of it. */
class HeapShareTest {

  private static final int BLOCK = 64 << 10;

  /** Of which a quarter, or of twice that for heads over HTTP/2, is left alone in any case. */
  private static final int HELD = 80_000;

  /** Some 36 kB. */
  private static final String LARGE = FakePort.GET_BLOCK + "8f".repeat(90);

  private final MemoryBudget heap = new MemoryBudget(10 * BLOCK);
  private final FakePort port = new FakePort(1_000, 1_000, HELD, heap.standing());

  @AfterEach
  void allIsGivenBack() {
    port.close();
    assertThat(heap.taken()).isZero();
  }

  /** All but so many blocks, of which the last are for what is small. */
  private void othersLeave(int blocks) {
    assertThat(heap.takeSmall((12 - blocks) * (long) BLOCK)).isTrue();
  }

  private void othersGo(int left) {
    heap.give((12 - left) * (long) BLOCK);
  }

  private static Http2ConnectionHandler http2(EmbeddedChannel channel) {
    return (Http2ConnectionHandler) channel.pipeline().get(ConnectionGuard.HANDLER);
  }

  /** In all, on connections that may have seven each. */
  private int streams(int connections) {
    int open = 0;
    for (int i = 0; i < connections; i++) {
      EmbeddedChannel channel = port.http2();
      for (int stream = 1; stream <= 13; stream += 2) {
        send(channel, get(stream));
      }
      open += http2(channel).connection().numActiveStreams();
    }
    return open;
  }

  @Test
  void requestsOverHttp2AreRefusedWhenThereIsNoRoomForOneMore() {
    othersLeave(1);
    assertThat(streams(4)).as("9,000 bytes each, of two blocks").isEqualTo(2 * BLOCK / 9_000);
    othersGo(1);
    assertThat(streams(4)).isEqualTo(28);
  }

  private EmbeddedChannel withUnfinishedHead() {
    EmbeddedChannel channel = port.http1();
    send(channel, "GET / HTTP/1.1\r\nx: " + "y".repeat(4_000 - 19));
    port.after(1);
    return channel;
  }

  @Test
  void aFewHeadsAreLeftAloneWhoeverHasTheRest() {
    othersLeave(0);
    for (int i = 0; i < 5; i++) {
      assertThat(withUnfinishedHead().isOpen()).isTrue();
    }
    EmbeddedChannel channel = port.http2();
    send(channel, frame(FrameBudget.HEADERS, 4, 1, LARGE));
    assertThat(http2(channel).connection().stream(1)).isNotNull();
    assertThat(port.ends).isEmpty();
    othersGo(0);
  }

  @Test
  void partsOfFramesAreOutsideOfTheHeap() {
    othersLeave(0);
    for (int i = 0; i < 8; i++) {
      EmbeddedChannel channel = port.http2();
      send(channel, frame(200, 0, 0, "00".repeat(8_100)).writerIndex(8_000));
    }
    assertThat(port.gate.held()).extracting(HeldBytes::held).isEqualTo(64_000L);
    assertThat(port.ends).isEmpty();
    othersGo(0);
  }

  @Test
  void unfinishedHeadsThatAreThereForLongestMakeRoomForOthers() {
    othersLeave(1);
    List<EmbeddedChannel> channels = new ArrayList<>();
    for (int i = 0; i < 11; i++) { // times three, as objects
      channels.add(withUnfinishedHead());
    }
    assertThat(channels).extracting(EmbeddedChannel::isOpen).startsWith(false, false, false, true);
    assertThat(port.ends).containsExactly(CloseReason.HELD, CloseReason.HELD, CloseReason.HELD);
    othersGo(1);
  }

  @Test
  void largeHeadsOverHttp2ThatAreThereForLongestMakeRoomForOthers() {
    othersLeave(1);
    EmbeddedChannel channel = port.http2();
    for (int stream = 1; stream <= 9; stream += 2) {
      send(channel, frame(FrameBudget.HEADERS, 4, stream, LARGE));
    }
    assertThat(http2(channel).connection().stream(1)).as("of 36 kB").isNull();
    assertThat(http2(channel).connection().stream(9)).isNotNull();
    assertThat(channel.isOpen()).isTrue();
    othersGo(1);
  }
}
