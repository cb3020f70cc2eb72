package dev.vertxmesh.dubbo.hessian;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A name of a denied class behind each byte, in each form that hessian2 has of a text. */
class HessianClassScanTest {

  private static final String GADGET = "com.sun.rowset.JdbcRowSetImpl";
  private static final String NAME = hex(GADGET);
  private static final String FAMILY = "com.sun.rowset.";

  private static String hex(String text) {
    return ByteBufUtil.hexDump(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Behind a byte that isn't looked at. */
  private static boolean isSeen(String hex, boolean ofGenericCall) {
    ByteBuf in = unhex("4d" + hex);
    try {
      HessianClassScan.check(in, 1, ofGenericCall);
      return false;
    } catch (DeniedClassException e) {
      return true;
    } finally {
      assertThat(in.readerIndex()).isZero();
    }
  }

  private static boolean isSeen(String hex) {
    return isSeen(hex, false);
  }

  @Test
  void aNameStandsBehindTheTagsOfWhatHasAClass() {
    for (int tag = 0; tag <= 0xff; tag++) {
      boolean hasClass = "CMUV".indexOf(tag) >= 0 || tag >= 0x70 && tag <= 0x77;
      String text = "%02x1d".formatted(tag) + NAME;
      assertThat(isSeen(text)).as("0x%02x", tag).isEqualTo(hasClass);
      assertThat(isSeen(text, true)).as("0x%02x of a generic call", tag).isTrue();
    }
  }

  @Test
  void whatIsBeforeTheFirstByteIsNotLookedAt() {
    assertThat(isSeen("1d" + NAME)).isFalse();
    assertThat(isSeen("1d" + NAME, true)).isTrue();
  }

  @Test
  void itsLengthHasThreeForms() {
    assertThat(isSeen("4d301d" + NAME)).isTrue();
    assertThat(isSeen("4d53001d" + NAME)).isTrue();
    assertThat(isSeen("4d341d" + NAME)).as("a binary").isFalse();
    for (int length : new int[] {31, 32, 255, 256, 300, 511, 512}) {
      String name = hex(FAMILY + "x".repeat(length - FAMILY.length()));
      assertThat(isSeen("4d53%04x".formatted(length) + name)).as("%d letters", length).isTrue();
      assertThat(isSeen("4d%04x".formatted(0x3000 + length) + name)).isTrue();
    }
    String name = hex(FAMILY + "x".repeat(513 - FAMILY.length()));
    assertThat(isSeen("4d530201" + name)).as("no class has such a name").isFalse();
  }

  @Test
  void aNameIsAllOfItsText() {
    assertThat(isSeen("4d1e" + NAME + "21")).as("com.sun.rowset.JdbcRowSetImpl!").isFalse();
    assertThat(isSeen("4d1c" + NAME)).as("a shorter one of its family").isTrue();
    assertThat(isSeen("4d1e" + NAME)).as("it isn't all there").isFalse();
    assertThat(isSeen("4d53")).isFalse();
    assertThat(isSeen("4d5300")).isFalse();
    assertThat(isSeen("4d30")).isFalse();
    assertThat(isSeen("4d")).isFalse();
  }

  @Test
  void itMayComeInChunksCutAnywhereAndEmptyOnes() {
    for (int cut = 0; cut <= GADGET.length(); cut++) {
      String first = "52%04x".formatted(cut) + NAME.substring(0, 2 * cut);
      String rest = "%02x".formatted(GADGET.length() - cut) + NAME.substring(2 * cut);
      for (String between : new String[] {"", "520000", "520000520000"}) {
        String text = first + between + rest;
        assertThat(isSeen("4d" + text)).as(text).isTrue();
        assertThat(isSeen("4d" + between + text)).as(between + text).isTrue();
        assertThat(isSeen(text, true)).as(text).isTrue();
      }
    }
    assertThat(isSeen("4d520000" + "00")).isFalse();
  }

  @Test
  void aLetterMayBeWrittenInTwoBytesOrThree() {
    String two = "c1a3" + NAME.substring(2); // 0x63, c
    String three = "e081a3" + NAME.substring(2);
    assertThat(isSeen("4d1d" + two)).isTrue();
    assertThat(isSeen("4d1d" + three)).isTrue();
    assertThat(isSeen("4d1d" + NAME.substring(0, 56) + "c1ac")).as("the last, l").isTrue();
    assertThat(isSeen("4d1d" + "f0" + NAME.substring(2))).as("no letter").isFalse();
    assertThat(isSeen("4d1d" + NAME.substring(0, 56) + "c1")).as("half a letter").isFalse();
    assertThat(isSeen("4d1d" + NAME.substring(0, 56) + "e081")).isFalse();
  }

  @Test
  void arraysAreSeenByTheirElements() {
    assertThat(isSeen("4d1e5b" + NAME)).isTrue();
    assertThat(isSeen("4d30205b4c" + NAME + "3b")).isTrue();
    assertThat(isSeen("4d075b5b5b5b5b5b5b")).isFalse();
  }

  @Test
  void aShortNameIsOfNoFamily() {
    assertThat(isSeen("4d07" + hex("com.sun"))).isFalse();
    assertThat(isSeen("4d05" + hex("ognl."))).as("no class").isFalse();
    assertThat(isSeen("4d08" + hex("ognl.Abc"))).isTrue();
    assertThat(isSeen("4d08" + hex("bsh.XThi"))).isFalse();
    assertThat(isSeen("4d09" + hex("bsh.XThis"))).isTrue();
    assertThat(isSeen("4d09" + hex("com.acme."))).isFalse();
  }

  @Test
  void onlyAGenericCallMayNotSayThatItsArgumentsAreJavasOwn() {
    for (String text : new String[] {"nativejava", "NativeJava", "NATIVEJAVA"}) {
      assertThatThrownBy(() -> HessianClassScan.check(unhex("0a" + hex(text)), 0, true))
          .isInstanceOf(DubboCodecException.class)
          .hasMessage("byte 0: a generic call that says nativejava, expected another mode");
      HessianClassScan.check(unhex("4d0a" + hex(text)), 0, false);
    }
    for (String text : new String[] {"nativejavas", "nativejav", "nativejavb", "mativejava"}) {
      HessianClassScan.check(unhex("%02x".formatted(text.length()) + hex(text)), 0, true);
    }
  }

  @Test
  void aTextOfEmptyChunksIsReadOnce() {
    String chunks = "520000".repeat(200_000);
    assertThat(isSeen("4d" + chunks + "1d" + NAME)).isTrue();
    assertThat(isSeen(chunks + "1d" + NAME, true)).isTrue();
  }

  @Test
  void allOfABodyIsLookedThrough() {
    String before = "00".repeat(1_000);
    assertThat(IntStream.of(0, 1, 7).allMatch(i -> isSeen(before.substring(2 * i) + "431d" + NAME)))
        .isTrue();
    assertThat(isSeen("4d05" + hex("a.b.C") + "4d1d" + NAME)).isTrue();
  }
}
