package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameWalkTest {

  /** A SETTINGS frame with one setting, an empty one, and DATA of three bytes. */
  private static final String FRAMES =
      "000006040000000000"
          + "000300000064"
          + "000000040100000000"
          + "000003000100000001"
          + "616263";

  private final List<String> seen = new ArrayList<>();

  private FrameWalk walk(int preface) {
    return new FrameWalk(
        preface, (type, flags, length) -> seen.add(type + " " + flags + " " + length));
  }

  private static ByteBuf bytes(String hex) {
    return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9, 14, 1_000})
  void framesAreFoundHoweverTheBytesCome(int atATime) {
    FrameWalk walk = walk(0);
    ByteBuf all = bytes(FRAMES);
    while (all.isReadable()) {
      walk.feed(all.readSlice(Math.min(atATime, all.readableBytes())));
    }
    assertThat(seen).containsExactly("4 0 6", "4 1 0", "0 1 3");
    assertThat(walk.partial()).isZero();
  }

  @Test
  void theBytesStayAsTheyAre() {
    ByteBuf all = bytes(FRAMES);
    walk(0).feed(all);
    assertThat(ByteBufUtil.hexDump(all)).isEqualTo(FRAMES);
  }

  @Test
  void whatComesBeforeTheFirstFrameIsPassedBy() {
    FrameWalk walk = walk(4);
    walk.feed(bytes("ffff"));
    walk.feed(bytes("ffff" + "000000040100000000"));
    assertThat(seen).containsExactly("4 1 0");
  }

  @Test
  void aFrameThatIsntWholeIsCounted() {
    FrameWalk walk = walk(0);
    walk.feed(bytes("0000"));
    assertThat(walk.partial()).isEqualTo(2);
    walk.feed(bytes("0400000000000161"));
    assertThat(walk.partial()).isEqualTo(10);
    walk.feed(bytes("626364"));
    assertThat(walk.partial()).isZero();
  }

  @Test
  void lengthsAreNotSigned() {
    walk(0).feed(bytes("ff80ff000000000001"));
    assertThat(seen).containsExactly("0 0 " + 0xff80ff);
  }
}
