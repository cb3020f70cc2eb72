package dev.vertxmesh.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.socket.SlowSocket;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboxTest {

  private static final int CHUNK = 32 << 10;
  private static final int MESSAGE = 20 * CHUNK;

  private final SlowSocket socket = new SlowSocket();
  private final LinkOptions options =
      new LinkOptions(1 << 20, CHUNK, 1 << 20, 1 << 20, 1, 5_000, 3_000, 1 << 16, 1 << 16, 1 << 24);
  private final Outbox outbox =
      new Outbox(socket.pipeline().firstContext(), options, LinkMeter.NONE, () -> {}, () -> {});

  @BeforeEach
  void nothingWaitsAtFirst() {
    assertThat(outbox.progress()).isNull();
    outbox.chunks(1, Unpooled.directBuffer(MESSAGE).writeZero(MESSAGE), 0);
    outbox.flush();
  }

  @AfterEach
  void close() {
    outbox.close();
    socket.close();
  }

  @Test
  void whatIsNotTakenIsNoProgress() {
    Outbox.Progress before = outbox.progress();
    outbox.flush();
    assertThat(before).isNotNull();
    assertThat(outbox.progress()).isEqualTo(before);
  }

  @Test
  void aPartOfAChunkIsProgress() {
    Outbox.Progress before = outbox.progress();
    socket.take(CHUNK / 2);
    Outbox.Progress half = outbox.progress();
    assertThat(half).isNotEqualTo(before);
    socket.take(1);
    assertThat(outbox.progress()).isNotEqualTo(half);
    assertThat(outbox.progress().turns()).isEqualTo(before.turns());
  }

  @Test
  void aChunkThatFollowsIsProgress() {
    Outbox.Progress before = outbox.progress();
    socket.take(3 * CHUNK);
    outbox.flush();
    assertThat(outbox.progress().turns()).isGreaterThan(before.turns());
  }

  @Test
  void nothingWaitsOnceAllChunksAreWithTheSocket() {
    socket.take(2 * MESSAGE);
    while (!outbox.isDrained()) {
      outbox.flush();
    }
    assertThat(outbox.progress()).isNull();
  }
}
