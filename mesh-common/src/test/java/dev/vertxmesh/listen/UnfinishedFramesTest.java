package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.frame;
import static dev.vertxmesh.listen.FakePort.guard;
import static dev.vertxmesh.listen.FakePort.send;
import static dev.vertxmesh.listen.FakePort.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frames of HTTP/2 that come in parts, each read into a buffer that is much larger. */
class UnfinishedFramesTest {

  private static final int LARGE = 64 << 10;
  private static final int PING = 6;
  private static final String TOKEN = "0102030405060708";

  private final FakePort port = new FakePort(100);

  @AfterEach
  void nothingIsLeft() {
    port.close();
  }

  private static ByteBuf read(ByteBuf... frames) {
    ByteBuf all = Unpooled.buffer(LARGE);
    for (ByteBuf frame : frames) {
      all.writeBytes(frame);
      frame.release();
    }
    return all;
  }

  private static ByteBuf ping() {
    return frame(PING, 0, 0, TOKEN);
  }

  /** Each PING has its answer, of 17 bytes. */
  private static int pongs(EmbeddedChannel channel) {
    return sent(channel).length() / 17;
  }

  @Test
  void aPartKeepsNothingOfTheBufferThatItCameIn() {
    EmbeddedChannel channel = port.http2();
    sent(channel);
    ByteBuf in = read(ping(), ping(), ping().writerIndex(12));
    send(channel, in);
    assertThat(in.refCnt()).isZero();
    assertThat(guard(channel).held()).isEqualTo(12);
    assertThat(pongs(channel)).isEqualTo(2);
  }

  @Test
  void aFrameIsReadOnceItsPartsAreThere() {
    EmbeddedChannel channel = port.http2();
    sent(channel);
    for (int i = 0; i < 17; i++) {
      assertThat(pongs(channel)).as("after %d bytes of it", i).isZero();
      ByteBuf one = read(ping().setIndex(i, i + 1));
      send(channel, one);
      assertThat(one.refCnt()).as("byte %d", i).isZero();
    }
    assertThat(sent(channel)).endsWith("\1\2\3\4\5\6\7\10");
    assertThat(guard(channel).held()).isZero();
  }

  @Test
  void whatComesBehindTheRestOfAFrameWaitsAloneToo() {
    EmbeddedChannel channel = port.http2();
    sent(channel);
    send(channel, read(ping().writerIndex(10)));
    ByteBuf in = read(ping().readerIndex(10), ping(), ping().writerIndex(3));
    send(channel, in);
    assertThat(in.refCnt()).isZero();
    assertThat(pongs(channel)).isEqualTo(2);
    assertThat(guard(channel).held()).isEqualTo(3);
  }
}
