package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void aBodyFollowsItsHeadAndIsReleased(int length) {
    ByteBuf body = Unpooled.buffer().writeZero(length);
    batch.append(out -> write(out, "head"), body);
    batch.append(out -> write(out, "next"));
    channel.runPendingTasks();
    StringBuilder all = new StringBuilder();
    for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
      all.append(each.toString(StandardCharsets.US_ASCII));
      each.release();
    }
    assertThat(all.toString()).isEqualTo("head" + "\0".repeat(length) + "next");
    assertThat(body.refCnt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void aBodyWhoseHeadCannotBeWrittenIsReleased(int length) {
    ByteBuf body = Unpooled.buffer().writeZero(length);
    Consumer<ByteBuf> head =
        out -> {
          write(out, "he");
          throw new IllegalStateException("no memory for more");
        };
    assertThatThrownBy(() -> batch.append(head, body)).hasMessage("no memory for more");
    channel.runPendingTasks();
    ByteBuf written = channel.readOutbound();
    assertThat(written).isNull();
    assertThat(body.refCnt()).isZero();
  }

  private static void write(ByteBuf out, String text) {
    out.writeCharSequence(text, StandardCharsets.US_ASCII);
  }
}
