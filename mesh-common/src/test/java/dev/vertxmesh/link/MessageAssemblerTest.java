package dev.vertxmesh.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameHeader;
import dev.vertxmesh.frame.FrameType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;

class MessageAssemblerTest {

  private final UnpooledByteBufAllocator alloc = new UnpooledByteBufAllocator(true);

  private static void add(MessageAssembler assembly, int length, boolean more) {
    int flags = more ? FrameHeader.MORE : 0;
    ByteBuf body = Unpooled.wrappedBuffer(new byte[length]);
    assertThat(assembly.add(new Frame(FrameType.CHUNK, flags, 1, 0, body))).isEqualTo(!more);
  }

  @Test
  void aMessageOfFewBytesTakesNoMoreThanItPromised() {
    MessageAssembler assembly = new MessageAssembler(alloc, 10);
    add(assembly, 1, true);
    assertThat(alloc.metric().usedDirectMemory()).isEqualTo(10);
    add(assembly, 9, false);
    ByteBuf whole = assembly.take();
    assertThat(whole.readableBytes()).isEqualTo(10);
    whole.release();
    assertThat(alloc.metric().usedDirectMemory()).isZero();
  }

  @Test
  void tinyPartsOfALargeMessageLieNextToOneAnother() {
    MessageAssembler assembly = new MessageAssembler(alloc, 40_000);
    for (int sent = 100; sent < 40_000; sent += 100) {
      add(assembly, 100, true);
      assertThat(alloc.metric().usedDirectMemory()).isLessThan(sent + (16 << 10));
    }
    add(assembly, 100, false);
    ByteBuf whole = assembly.take();
    assertThat(whole.readableBytes()).isEqualTo(40_000);
    whole.release();
    assertThat(alloc.metric().usedDirectMemory()).isZero();
  }
}
