package dev.vertxmesh.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.net.SlowSocket;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SendQueueTest {

  private static final int CHUNK = 32 << 10;
  private static final int MESSAGE = 20 * CHUNK;

  private final SlowSocket socket = new SlowSocket();
  private final LinkOptions options =
      new LinkOptions(1 << 20, CHUNK, 1 << 20, 1 << 20, 1, 5_000, 3_000, 1 << 16, 1 << 16, 1 << 24);
  private final SendQueue sendQueue =
      new SendQueue(socket.pipeline().firstContext(), options, LinkMeter.NONE, () -> {}, () -> {});

  @BeforeEach
  void nothingWaitsAtFirst() {
    assertThat(sendQueue.progress()).isNull();
    sendQueue.large().send(1, Unpooled.directBuffer(MESSAGE).writeZero(MESSAGE), 0);
    sendQueue.flush();
  }

  @AfterEach
  void close() {
    sendQueue.close();
    socket.close();
  }

  @Test
  void whatIsNotTakenIsNoProgress() {
    SendQueue.Progress before = sendQueue.progress();
    sendQueue.flush();
    assertThat(before).isNotNull();
    assertThat(sendQueue.progress()).isEqualTo(before);
  }

  @Test
  void aPartOfAChunkIsProgress() {
    SendQueue.Progress before = sendQueue.progress();
    socket.take(CHUNK / 2);
    SendQueue.Progress half = sendQueue.progress();
    assertThat(half).isNotEqualTo(before);
    socket.take(1);
    assertThat(sendQueue.progress()).isNotEqualTo(half);
    assertThat(sendQueue.progress().turns()).isEqualTo(before.turns());
  }

  @Test
  void aChunkThatFollowsIsProgress() {
    SendQueue.Progress before = sendQueue.progress();
    socket.take(3 * CHUNK);
    sendQueue.flush();
    assertThat(sendQueue.progress().turns()).isGreaterThan(before.turns());
  }

  @Test
  void nothingWaitsOnceAllChunksAreWithTheSocket() {
    socket.take(2 * MESSAGE);
    while (!sendQueue.isDrained()) {
      sendQueue.flush();
    }
    assertThat(sendQueue.progress()).isNull();
  }
}
