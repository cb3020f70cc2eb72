package dev.vertxmesh.dubbo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every place in buffers of one part and of several, short and long, and from every offset. */
class ByteSearchTest {

  private static final int MOST = 700;

  private final ByteBuf text = Unpooled.buffer(MOST);

  /** Lengths around words, and around what is near and far. */
  static Stream<Integer> lengths() {
    return Stream.of(0, 1, 7, 8, 9, 63, 64, 65, 255, 256, 257, 264, 321, 640);
  }

  @AfterEach
  void releaseIt() {
    text.release();
  }

  /** Searches it as a buffer of two parts. */
  private int inParts(ToIntFunction<ByteBuf> search) {
    int half = text.writerIndex() / 2;
    ByteBuf parts =
        Unpooled.wrappedBuffer(
            text.retainedSlice(0, half), text.retainedSlice(half, text.writerIndex() - half));
    try {
      return search.applyAsInt(parts);
    } finally {
      parts.release();
    }
  }

  private void fill(int length) {
    text.clear();
    for (int i = 0; i < length; i++) {
      text.writeByte(i % 5 == 0 ? 0x21 : 0x23); // the neighbours of what is looked for
    }
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void oneOfThreeIsFoundWhereverItIs(int length) {
    for (int from = 0; from <= Math.min(length, 9); from++) {
      fill(length);
      int start = from;
      ToIntFunction<ByteBuf> search = in -> ByteSearch.first(in, start, length, '"', 0x80, 0xff);
      assertThat(search.applyAsInt(text)).isNegative();
      assertThat(inParts(search)).isNegative();
      for (int at = from; at < length; at++) {
        int old = text.getByte(at);
        text.setByte(at, at % 3 == 0 ? '"' : at % 3 == 1 ? 0x80 : 0xff);
        assertThat(search.applyAsInt(text)).isEqualTo(at);
        assertThat(inParts(search)).isEqualTo(at);
        text.setByte(at, old);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void theFirstOfTwoIsFound(int length) {
    fill(length);
    for (int at = 0; at < length - 1; at++) {
      text.setByte(length - 1, 'b');
      text.setByte(at, 'a');
      assertThat(ByteSearch.first(text, 0, length, 'b', 'a')).isEqualTo(at);
      assertThat(ByteSearch.first(text, at + 1, length, 'b', 'a')).isEqualTo(length - 1);
      text.setByte(at, '#');
    }
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void aByteThatIsNotAsciiIsFoundWhereverItIs(int length) {
    fill(length);
    assertThat(ByteSearch.firstWide(text, 0, length)).isNegative();
    for (int at = 0; at < length; at++) {
      text.setByte(at, 0xc3);
      assertThat(ByteSearch.firstWide(text, 0, length)).isEqualTo(at);
      assertThat(inParts(in -> ByteSearch.firstWide(in, 0, length))).isEqualTo(at);
      text.setByte(at, '#');
    }
  }
}
