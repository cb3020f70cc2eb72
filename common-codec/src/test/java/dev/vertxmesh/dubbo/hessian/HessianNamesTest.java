package dev.vertxmesh.dubbo.hessian;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Names of classes in all forms of a text, texts in chunks, and the numbers of classes and types.
 */
class HessianNamesTest {

  private static final String FAMILY = "com.sun.rowset.";

  private final HessianTables tables = new HessianTables();
  private final ByteBuf nowhere = Unpooled.EMPTY_BUFFER;

  private static String hex(String text) {
    return ByteBufUtil.hexDump(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String name(int length) {
    return FAMILY + "x".repeat(length - FAMILY.length());
  }

  /** Behind three bytes, and before one. */
  private static ByteBuf at3(String hex) {
    return unhex("00aaff" + hex + "55");
  }

  private static void isDenied(String hex) {
    ByteBuf in = at3(hex);
    int end = in.writerIndex() - 1;
    assertThatThrownBy(() -> HessianNames.check(in, 3, end))
        .as(hex)
        .isInstanceOf(DeniedClassException.class);
    assertThatThrownBy(() -> HessianNames.checkText(in, 3, end))
        .as("as a text: %s", hex)
        .isInstanceOf(DeniedClassException.class);
  }

  @Test
  void aNameIsLookedAtInEachFormOfItsLength() {
    for (int length : new int[] {16, 31}) {
      isDenied("%02x".formatted(length) + hex(name(length)));
    }
    for (int length : new int[] {16, 31, 32, 255, 256, 1_023}) {
      isDenied("%04x".formatted(0x3000 + length) + hex(name(length)));
      isDenied("53%04x".formatted(length) + hex(name(length)));
    }
    isDenied("10c1a3" + hex(name(16).substring(1))); // its first letter in two bytes
  }

  @Test
  void anyOtherIsNot() {
    ByteBuf in = at3("06" + hex("a.b.Cd"));
    HessianNames.check(in, 3, 10);
    HessianNames.checkText(in, 3, 10);
    ByteBuf data = at3("11" + hex(name(16) + "!"));
    HessianNames.checkText(data, 3, 21);
    ByteBuf chunks = at3("520001" + hex("c") + "0f" + hex(name(16).substring(1)));
    assertThatThrownBy(() -> HessianNames.check(chunks, 3, chunks.writerIndex() - 1))
        .hasMessage("byte 3: a class's name in chunks");
    assertThatThrownBy(() -> HessianNames.checkText(chunks, 3, chunks.writerIndex() - 1))
        .isInstanceOf(DeniedClassException.class);
  }

  @Test
  void aTextThatNoNameIsAsLongAsIsNotLookedAt() {
    ByteBuf most = at3("53%04x".formatted(1_533) + hex(name(1_533)));
    assertThatThrownBy(() -> HessianNames.checkText(most, 3, most.writerIndex() - 1))
        .isInstanceOf(DeniedClassException.class);
    ByteBuf more = at3("53%04x".formatted(1_534) + hex(name(1_534)));
    HessianNames.checkText(more, 3, more.writerIndex() - 1);
  }

  @Test
  void theJdksCollectionsAreKnownByHowTheirNamesBegin() {
    assertThat(HessianNames.isOfJdk(at3("00"), 3)).as("no name").isTrue();
    assertThat(HessianNames.isOfJdk(at3("0b" + hex("java.util.X")), 3)).isTrue();
    assertThat(HessianNames.isOfJdk(at3("300b" + hex("java.util.X")), 3)).isTrue();
    assertThat(HessianNames.isOfJdk(at3("53000b" + hex("java.util.X")), 3)).isTrue();
    assertThat(HessianNames.isOfJdk(at3("0b" + hex("java.utilsX")), 3)).isFalse();
    String longest = hex("java.util." + "X".repeat(21));
    assertThat(HessianNames.isOfJdk(at3("1f" + longest), 3)).isTrue();
    assertThat(HessianNames.isOfJdk(at3("33ff" + longest), 3)).isTrue();
  }

  @Test
  void aTextIsReadOverItsChunks() {
    assertThat(HessianText.read(unhex("52000161 520000 520002 6263 0164"))).isEqualTo("abcd");
    assertThat(HessianText.read(unhex("520000 00"))).isEmpty();
    assertThat(HessianText.read(unhex("4e"))).isNull();
    assertThat(HessianText.read(Unpooled.EMPTY_BUFFER)).isNull();
    assertThatThrownBy(() -> HessianText.read(unhex("52000161")))
        .isInstanceOf(DubboCodecException.class)
        .hasMessageContaining("isn't whole");
    assertThatThrownBy(() -> HessianText.read(unhex("52000161 4e")))
        .isInstanceOf(DubboCodecException.class);
  }

  @Test
  void aLongTextIsSteppedOver() {
    String chunk = "528000" + "61".repeat(0x8000);
    ByteBuf most = unhex(chunk + chunk + "00" + "91");
    assertThat(HessianText.read(most)).hasSize(1 << 16);
    assertThat(most.readableBytes()).isEqualTo(1);
    ByteBuf more = unhex(chunk + chunk + "0161" + "91");
    assertThat(HessianText.read(more)).isSameAs(HessianText.TOO_LONG);
    assertThat(more.readableBytes()).isEqualTo(1);
  }

  @Test
  void classesAndTypesHaveTheNumbersOfTheirOrder() {
    for (int i = 0; i < 40; i++) {
      tables.addClass(100 + i);
      tables.addType(1_000 + i);
    }
    for (int i = 0; i < 40; i++) {
      assertThat(tables.fieldsOf(i, nowhere)).isEqualTo(100 + i);
      assertThat(tables.startOfType(i, 7)).isEqualTo(1_000 + i);
    }
    for (int number : new int[] {-1, 40}) {
      assertThatThrownBy(() -> tables.fieldsOf(number, nowhere))
          .hasMessage("byte 0: an object of class %d, of 40".formatted(number));
      assertThatThrownBy(() -> tables.startOfType(number, 7))
          .hasMessage("byte 7: type %d, of 40".formatted(number));
    }
    tables.clear();
    assertThatThrownBy(() -> tables.fieldsOf(0, nowhere)).isInstanceOf(DubboCodecException.class);
    assertThatThrownBy(() -> tables.startOfType(0, 7)).isInstanceOf(DubboCodecException.class);
  }

  @Test
  void thereAreNoMoreThanSixtyFourThousandOfThem() {
    for (int i = 0; i < 1 << 16; i++) {
      tables.addClass(1);
      tables.addType(1);
    }
    assertThatThrownBy(() -> tables.addClass(1)).hasMessage("more than 65536 classes");
    assertThatThrownBy(() -> tables.addType(1)).hasMessage("more than 65536 types");
  }
}
