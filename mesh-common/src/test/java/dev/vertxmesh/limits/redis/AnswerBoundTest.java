package dev.vertxmesh.limits.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswerBoundTest {

  private final EmbeddedChannel channel = new EmbeddedChannel(new AnswerBound(new AtomicBoolean()));

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @Test
  void whatIsAskedForPasses() {
    for (int i = 0; i < 1_000; i++) {
      channel.writeOutbound(Unpooled.buffer().writeZero(40));
      assertThat(channel.writeInbound(Unpooled.buffer().writeZero(AnswerBound.PER_WRITE))).isTrue();
    }
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void anAnswerWithoutEndIsDroppedAndTheConnectionClosed() {
    channel.writeInbound(Unpooled.buffer().writeZero(AnswerBound.MOST));
    ByteBuf more = Unpooled.buffer().writeZero(1);
    channel.writeInbound(more);
    assertThat(channel.isOpen()).isFalse();
    assertThat(more.refCnt()).isZero();
    assertThat(channel.inboundMessages()).hasSize(1);
  }

  /** Who has asked for long hasn't earned more than at first. */
  @Test
  void noMoreIsSavedUpThanThereWasAtFirst() {
    for (int i = 0; i < 1_000; i++) {
      channel.writeOutbound(Unpooled.buffer().writeZero(40));
    }
    channel.writeInbound(Unpooled.buffer().writeZero(AnswerBound.MOST + 1));
    assertThat(channel.isOpen()).isFalse();
    assertThat(channel.inboundMessages()).isEmpty();
  }
}
