package dev.vertxmesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteBatchTest {

  private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final WriteBatch batch = new WriteBatch(channel.pipeline().firstContext(), bytes -> {});

  @AfterEach
  void close() {
    batch.close();
    channel.finishAndReleaseAll();
  }

  @Test
  void aMessageThatCannotBeWrittenLeavesNothingBetweenTheOthers() {
    batch.append(out -> write(out, "one"));
    assertThatThrownBy(
            () ->
                batch.append(
                    out -> {
                      write(out, "ha");
                      throw new IllegalStateException("no memory for more");
                    }))
        .hasMessage("no memory for more");
    batch.append(out -> write(out, "two"));
    channel.runPendingTasks();
    ByteBuf written = channel.readOutbound();
    assertThat(written.toString(StandardCharsets.US_ASCII)).isEqualTo("onetwo");
    written.release();
  }

  private static void write(ByteBuf out, String text) {
    out.writeCharSequence(text, StandardCharsets.US_ASCII);
  }
}
