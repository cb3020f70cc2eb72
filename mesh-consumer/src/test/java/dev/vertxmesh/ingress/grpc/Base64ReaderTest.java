package dev.vertxmesh.ingress.grpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Base64ReaderTest {

  private final Base64Reader reader = new Base64Reader();

  private byte[] read(String text) {
    return reader.read(text.getBytes(ISO_8859_1));
  }

  @Test
  void aByteIsThereOnceItsGroupIsWhole() {
    assertThat(reader.isBetween()).isTrue();
    assertThat(read("a")).isEmpty();
    assertThat(reader.isBetween()).isFalse();
    assertThat(read("GV")).isEmpty();
    assertThat(read("sbG8")).isEqualTo("hel".getBytes(ISO_8859_1));
    assertThat(read("=")).isEqualTo("lo".getBytes(ISO_8859_1));
    assertThat(reader.isBetween()).isTrue();
  }

  @Test
  void paddingMayComeByItselfAndInTheMiddle() {
    assertThat(read("YQ")).isEmpty();
    assertThat(read("=")).isEmpty();
    assertThat(reader.isBetween()).isFalse();
    assertThat(read("=YmM=ZGVm")).isEqualTo("abcdef".getBytes(ISO_8859_1));
    assertThat(reader.isBetween()).isTrue();
  }

  @Test
  void allBytesCutAnywhereAreReadAsTheyWereWritten() {
    Random random = new Random(16);
    for (int length = 0; length < 300; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      byte[] text = Base64.getEncoder().encode(bytes);
      int cut = random.nextInt(text.length + 1);
      String read =
          new String(reader.read(Arrays.copyOf(text, cut)), ISO_8859_1)
              + new String(reader.read(Arrays.copyOfRange(text, cut, text.length)), ISO_8859_1);
      assertThat(read.getBytes(ISO_8859_1)).as("%d bytes", length).isEqualTo(bytes);
    }
  }

  @Test
  void whatIsNoneIsNamedWithItsPlace() {
    isNone("=", 0x3d, 0);
    isNone("A=AA", 0x3d, 1);
    isNone("AA=A", 0x41, 3);
    isNone("AA===", 0x3d, 4);
    isNone("AAAA=", 0x3d, 4);
    isNone("AA\n", 0x0a, 2);
    isNone("-", 0x2d, 0);
    isNone("_", 0x5f, 0);
    isNone("\u007f", 0x7f, 0);
    isNone("\u0080", 0x80, 0);
    isNone("\u00ff", 0xff, 0);
    isNone("\0", 0, 0);
  }

  private static void isNone(String text, int what, int place) {
    Base64Reader fresh = new Base64Reader();
    assertThatThrownBy(() -> fresh.read(text.getBytes(ISO_8859_1)))
        .hasMessage("byte 0x%02x at %d isn't base64".formatted(what, place));
  }
}
