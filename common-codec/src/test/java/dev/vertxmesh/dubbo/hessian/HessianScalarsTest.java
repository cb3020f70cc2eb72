package dev.vertxmesh.dubbo.hessian;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.dubbo.Hessian;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HessianScalarsTest {

  private static Stream<Object> values() {
    List<Object> values = new ArrayList<>(List.of(true, false, "", "\u0000", "\u007f\u0080"));
    for (int bits = 0; bits < 64; bits++) {
      for (long near = -2; near <= 2; near++) {
        long value = (1L << bits) + near;
        values.addAll(List.of(value, -value, (int) value, (int) -value, (double) value));
      }
    }
    for (long edge : new long[] {-0x10, 0x2f, -0x800, 0x7ff, -0x40000, 0x3ffff, -8, 15}) {
      for (long near = -1; near <= 1; near++) {
        values.addAll(List.of(edge + near, (int) (edge + near), (double) (edge + near)));
      }
    }
    values.addAll(List.of(0.001, -12.345, 1.5, 0.1 + 0.2, Double.MAX_VALUE, Double.MIN_VALUE));
    values.addAll(List.of(Double.NaN, Double.NEGATIVE_INFINITY, 2147483.647, 2147483.648));
    for (int length : new int[] {1, 31, 32, 1023, 1024, 1025, 0x7fff, 0x8000}) {
      values.addAll(List.of("x".repeat(length), "é".repeat(length), "漢".repeat(length)));
    }
    values.addAll(List.of("a\ud83d\ude00b", "\ud800", "\udc00\ud800", "\uffff\ufffe"));
    return values.stream();
  }

  static Stream<String> longStrings() {
    String emoji = "\ud83d\ude00";
    return Stream.of(
        "x".repeat(0x8001),
        "漢".repeat(0x18000),
        "x".repeat(0x7fff) + emoji,
        emoji.repeat(0x10000),
        "x" + emoji.repeat(0x10000));
  }

  /** Tables, and not a test each: as such PIT would take minutes for each of its mutations. */
  @Test
  void areWrittenAsHessianLiteDoes() {
    values()
        .forEach(
            value -> {
              ByteBuf out = Unpooled.buffer();
              new HessianArguments(out).write(value);
              assertThat(Hessian.hex(out)).isEqualTo(Hessian.hex(Hessian.buffer(value)));
            });
  }

  @ParameterizedTest
  @MethodSource("longStrings")
  void longStringsGoInChunksAsHessianLiteSendsThem(String value) {
    ByteBuf out = Unpooled.buffer();
    HessianWriter.writeString(out, value);
    assertThat(Hessian.hex(out)).isEqualTo(Hessian.hex(Hessian.buffer(value)));
    assertThat(new HessianReader(Hessian.buffer(value)).readValue()).isEqualTo(value);
  }

  @Test
  void areReadInPlace() {
    for (Object value : values().toList()) {
      ByteBuf in = Hessian.buffer(value, "rest");
      assertThat(HessianScalars.read(in)).isEqualTo(value);
      assertThat(HessianScalars.read(in)).isEqualTo("rest");
      assertThat(in.isReadable()).isFalse();
    }
  }

  @Test
  void areLeftAloneWhenCutShort() {
    for (Object value : values().toList()) {
      byte[] bytes = Hessian.bytes(value);
      for (int length = 0; length < bytes.length; length += 1 + length / 64) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes, 0, length);
        assertThat(HessianScalars.read(in)).isSameAs(HessianScalars.NOT_SIMPLE);
        assertThat(in.readerIndex()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 31, 32, 1023, 1024, 0x8000, 0x8001, 0x10000, 200_000})
  void asciiIsCopiedAsItIs(int length) {
    ByteBuf out = Unpooled.buffer();
    String text = "x".repeat(length);
    ByteBuf ascii = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    assertThat(HessianWriter.writeAscii(out, ascii)).isTrue();
    assertThat(Hessian.hex(out)).isEqualTo(Hessian.hex(Hessian.buffer(text)));
    assertThat(ascii.readableBytes()).isEqualTo(length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"é", "漢", "abc\ud83d\ude00"})
  void whatIsNotAsciiIsLeftAlone(String text) {
    ByteBuf out = Unpooled.buffer();
    ByteBuf utf8 = Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    assertThat(HessianWriter.writeAscii(out, utf8)).isFalse();
    assertThat(out.isReadable()).isFalse();
  }

  @Test
  void minusZeroKeepsItsSign() {
    ByteBuf out = Unpooled.buffer();
    HessianWriter.writeDouble(out, -0.0);
    assertThat(new HessianReader(out).readValue()).isEqualTo(-0.0);
  }

  @Test
  void aMapOfStringsIsReadInPlace() {
    Map<String, Object> map = new HashMap<>(Map.of("a", "1", "b", 2, "c", true));
    map.put("d", null);
    assertThat(HessianScalars.readMap(Hessian.buffer(map))).isEqualTo(map);
  }

  @Test
  void aMapWithMoreInItIsLeftAlone() {
    Map<String, Object> map = new HashMap<>(Map.of("a", List.of(1)));
    ByteBuf in = Hessian.buffer(map);
    assertThat(HessianScalars.readMap(in)).isNull();
    assertThat(in.readerIndex()).isZero();
  }
}
