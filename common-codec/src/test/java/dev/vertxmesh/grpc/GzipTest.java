package dev.vertxmesh.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipTest {

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(US_ASCII));
    }
    return out.toByteArray();
  }

  private static byte[] times(byte[] part, int count) {
    byte[] all = new byte[part.length * count];
    for (int at = 0; at < all.length; at += part.length) {
      System.arraycopy(part, 0, all, at, part.length);
    }
    return all;
  }

  private static String unpack(byte[] packed) {
    return new String(Gzip.inflate(packed, Gzip.length(packed, 100_000)), US_ASCII);
  }

  @Test
  void whatWasPackedComesBack() throws IOException {
    String large = "abc".repeat(20_000);
    assertThat(unpack(gzip(large))).isEqualTo(large);
    assertThat(unpack(gzip(""))).isEmpty();
  }

  @Test
  void aFewMembersAreOneMessage() throws IOException {
    assertThat(unpack(times(gzip("ab"), 16))).isEqualTo("ab".repeat(16));
    assertThat(unpack(times(gzip(""), 16))).isEmpty();
  }

  @Test
  void manyEmptyOnesAreRefused() throws IOException {
    byte[] empty = gzip("");
    assertThat(empty).hasSize(20);
    for (int count : new int[] {17, (8 << 20) / empty.length}) {
      byte[] packed = times(empty, count);
      assertThatThrownBy(() -> Gzip.length(packed, 100))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a message isn't gzip's: it has more than 16 members");
    }
  }

  @Test
  void aHeadMaySayMore() throws IOException {
    byte[] plain = gzip("hello");
    byte[] head =
        HexFormat.of()
            .parseHex("1f8b081f0000000000ff" + "0300010203" + "6e616d6500" + "2100" + "abcd");
    byte[] packed = Arrays.copyOf(head, head.length + plain.length - 10);
    System.arraycopy(plain, 10, packed, head.length, plain.length - 10);
    assertThat(unpack(packed)).isEqualTo("hello");
    for (int length = 0; length < packed.length; length++) {
      byte[] cut = Arrays.copyOf(packed, length);
      assertThatThrownBy(() -> unpack(cut)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatFollowsItOrIsAnotherThanItsCheckSaysIsRefused() throws IOException {
    byte[] packed = gzip("hello");
    assertThatThrownBy(() -> unpack(Arrays.copyOf(packed, packed.length + 10)))
        .hasMessageEndingWith("something else follows it");
    for (int of : new int[] {packed.length - 5, packed.length - 1}) { // of its sum, of its length
      byte[] other = packed.clone();
      other[of]++;
      assertThatThrownBy(() -> unpack(other)).hasMessageEndingWith("its check is another");
    }
  }

  @Test
  void anotherBeginningOrMethodIsRefused() throws IOException {
    for (int of = 0; of < 3; of++) {
      byte[] packed = gzip("hello");
      packed[of]++;
      assertThatThrownBy(() -> unpack(packed)).hasMessageEndingWith("it begins otherwise");
    }
  }

  @Test
  void eachPartOfAHeadMayBeThereAlone() throws IOException {
    byte[] plain = gzip("hello");
    String[] parts = {"02" + "abcd", "04" + "0300010203", "08" + "6e616d6500", "10" + "2100"};
    for (String part : parts) {
      byte[] head = HexFormat.of().parseHex("1f8b08" + part.substring(0, 2) + "0000000000ff");
      byte[] more = HexFormat.of().parseHex(part.substring(2));
      byte[] packed = Arrays.copyOf(head, head.length + more.length + plain.length - 10);
      System.arraycopy(more, 0, packed, 10, more.length);
      System.arraycopy(plain, 10, packed, 10 + more.length, plain.length - 10);
      assertThat(unpack(packed)).isEqualTo("hello");
    }
  }
}
