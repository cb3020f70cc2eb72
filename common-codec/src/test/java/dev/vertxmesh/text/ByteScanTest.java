package dev.vertxmesh.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteScanTest {

  @Test
  void findsEveryByteAtEveryPlace() {
    for (int length = 0; length < 40; length++) {
      for (int at = 0; at < length; at++) {
        byte[] bytes = "a".repeat(length).getBytes(StandardCharsets.US_ASCII);
        for (int from = 0; from <= at; from++) {
          for (char wanted : "&+%=".toCharArray()) {
            bytes[at] = (byte) wanted;
            assertThat(ByteScan.indexOf(bytes, (byte) wanted, from, length)).isEqualTo(at);
            assertThat(ByteScan.indexOf(bytes, (byte) wanted, from, at)).isEqualTo(at);
          }
        }
      }
    }
  }

  @Test
  void saysWhatALookAtEachByteSays() {
    Random random = new Random(7);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(60)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] =
            (byte) (random.nextInt(12) == 0 ? random.nextInt(256) : 0x20 + random.nextInt(8));
      }
      int from = random.nextInt(bytes.length + 1);
      int to = from + random.nextInt(bytes.length - from + 1);
      byte wanted = (byte) random.nextInt(128);
      assertThat(ByteScan.indexOf(bytes, wanted, from, to))
          .isEqualTo(naive(bytes, wanted, from, to));
      assertThat(ByteScan.endOfPlain(bytes, from, to)).isEqualTo(naivePlain(bytes, from, to));
    }
  }

  private static int naive(byte[] bytes, byte wanted, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  private static int naivePlain(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] >= 0 && bytes[at] != '+' && bytes[at] != '%') {
      at++;
    }
    return at;
  }
}
