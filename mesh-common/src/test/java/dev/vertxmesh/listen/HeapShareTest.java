package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.frame;
import static dev.vertxmesh.listen.FakePort.get;
import static dev.vertxmesh.listen.FakePort.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What heads and streams may have of the heap while others have nearly all of it. */
class HeapShareTest {

  private static final int BLOCK = 64 << 10;
  private static final int MOST = 100;

  private final MemoryBudget heap = new MemoryBudget(10 * BLOCK);
  private final FakePort port = new FakePort(1_000, 1_000, MOST * BLOCK, heap);

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

  @Test
  void unfinishedHeadsThatAreThereForLongestMakeRoomForOthers() {
    othersLeave(1);
    List<EmbeddedChannel> channels = new ArrayList<>();
    for (int i = 0; i < 11; i++) { // times three, as objects
      EmbeddedChannel channel = port.http1();
      send(channel, "GET / HTTP/1.1\r\nx: " + "y".repeat(4_000 - 19));
      channels.add(channel);
      port.after(1);
    }
    assertThat(channels).extracting(EmbeddedChannel::isOpen).startsWith(false, false, false, true);
    assertThat(port.ends).containsExactly(CloseReason.HELD, CloseReason.HELD, CloseReason.HELD);
    othersGo(1);
  }

  @Test
  void largeHeadsOverHttp2ThatAreThereForLongestMakeRoomForOthers() {
    othersLeave(1);
    EmbeddedChannel channel = port.http2();
    String block = FakePort.GET_BLOCK + "8f".repeat(90);
    for (int stream = 1; stream <= 9; stream += 2) {
      ByteBuf head = frame(FrameBudget.HEADERS, 4, stream, block);
      send(channel, head);
    }
    assertThat(http2(channel).connection().stream(1)).as("of 36 kB").isNull();
    assertThat(http2(channel).connection().stream(9)).isNotNull();
    assertThat(channel.isOpen()).isTrue();
    othersGo(1);
  }
}
