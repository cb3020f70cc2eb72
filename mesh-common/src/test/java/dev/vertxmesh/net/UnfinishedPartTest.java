package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnfinishedPartTest {

  private static final int LARGE = 64 << 10;

  /** How the bytes 0 to 9 come, of which so many at the end are unfinished. */
  private static List<ByteBuf> passed(int length, ByteBuf in) {
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext ctx, Object message) {
                UnfinishedPart.passApart(ctx, (ByteBuf) message, length);
              }
            });
    channel.writeInbound(in.writeBytes(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    List<ByteBuf> parts = new ArrayList<>();
    for (ByteBuf part = channel.readInbound(); part != null; part = channel.readInbound()) {
      parts.add(part);
    }
    channel.finish();
    return parts;
  }

  private static byte[] bytesOf(ByteBuf part) {
    byte[] bytes = new byte[part.readableBytes()];
    part.readBytes(bytes).release();
    return bytes;
  }

  @Test
  void whatHasEndedPassesAsItCame() {
    ByteBuf in = Unpooled.buffer(LARGE);
    assertThat(passed(0, in)).containsExactly(in);
    in.release();
  }

  @Test
  void whatIsUnfinishedInALargeBufferPassesInOneOfItsOwn() {
    ByteBuf in = Unpooled.buffer(LARGE);
    List<ByteBuf> parts = passed(3, in);
    assertThat(parts).hasSize(2).first().isSameAs(in);
    assertThat(parts.get(1).capacity()).isEqualTo(3);
    assertThat(bytesOf(parts.get(0))).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(bytesOf(parts.get(1))).containsExactly(7, 8, 9);
    assertThat(in.refCnt()).isZero();
  }

  @Test
  void whereAllIsUnfinishedTheLargeBufferIsGivenBackAtOnce() {
    ByteBuf in = Unpooled.buffer(LARGE);
    List<ByteBuf> parts = passed(10, in);
    assertThat(in.refCnt()).isZero();
    assertThat(parts).hasSize(1);
    assertThat(bytesOf(parts.get(0))).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void aBufferThatIsHardlyLargerThanWhatIsLeftInItPassesAsItIs() {
    ByteBuf in = Unpooled.buffer(4096 + 4 * 3);
    assertThat(passed(3, in)).containsExactly(in);
    in.release();
    assertThat(passed(3, Unpooled.buffer(4096 + 4 * 3 + 1)))
        .hasSize(2)
        .allSatisfy(part -> assertThat(part.release()).isTrue());
  }

  @Test
  void whereThereIsNoBufferForItWhatCameIsGivenBack() {
    ByteBuf in = Unpooled.buffer(LARGE).writeZero(10);
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    channel.config().setAllocator(without());
    assertThatThrownBy(() -> UnfinishedPart.passApart(channel.pipeline().firstContext(), in, 3))
        .hasMessage("none left");
    assertThat(in.refCnt()).isZero();
    channel.finish();
  }

  private static ByteBufAllocator without() {
    return (ByteBufAllocator)
        Proxy.newProxyInstance(
            UnfinishedPartTest.class.getClassLoader(),
            new Class<?>[] {ByteBufAllocator.class},
            (proxy, method, arguments) -> {
              throw new OutOfMemoryError("none left");
            });
  }
}
