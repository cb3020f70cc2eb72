package dev.vertxmesh.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KnownTextsTest {

  private final KnownTexts texts = new KnownTexts();

  @Test
  void whatWasPutIsThereUnderItsOwnBytesAlone() {
    byte[] in = bytes("--com.x.Hello--");
    texts.put(in, 2, 13, "com.x.Hello");
    assertThat(texts.get(in, 2, 13)).isEqualTo("com.x.Hello");
    assertThat(texts.get(bytes("com.x.Hello"), 0, 11)).isEqualTo("com.x.Hello");
    assertThat(texts.get(in, 2, 12)).isNull();
    assertThat(texts.get(in, 1, 13)).isNull();
    assertThat(texts.get(bytes("com.x.Hellp"), 0, 11)).isNull();
  }

  @Test
  void theBytesMayChangeAfterwards() {
    byte[] in = bytes("one");
    texts.put(in, 0, 3, "one");
    in[0] = 'x';
    assertThat(texts.get(in, 0, 3)).isNull();
    assertThat(texts.get(bytes("one"), 0, 3)).isEqualTo("one");
  }

  @Test
  void isOfABufferWhatItIsOfAnArray() {
    ByteBuf in = Unpooled.copiedBuffer("..hash..", StandardCharsets.US_ASCII);
    texts.put(in, 2, 4, "hash");
    assertThat(texts.get(bytes("hash"), 0, 4)).isEqualTo("hash");
    assertThat(texts.get(in, 2, 4)).isEqualTo("hash");
    assertThat(texts.get(in, 2, 5)).isNull();
    in.release();
  }

  @Test
  void longOnesAreNotKept() {
    byte[] longest = bytes("x".repeat(KnownTexts.LONGEST));
    texts.put(longest, 0, longest.length, "longest");
    assertThat(texts.get(longest, 0, longest.length)).isEqualTo("longest");
    byte[] longer = bytes("x".repeat(KnownTexts.LONGEST + 1));
    texts.put(longer, 0, longer.length, "longer");
    assertThat(texts.get(longer, 0, longer.length)).isNull();
    ByteBuf buffer = Unpooled.wrappedBuffer(longer);
    texts.put(buffer, 0, longer.length, "longer");
    assertThat(texts.get(buffer, 0, longer.length)).isNull();
  }

  @Test
  void howeverManyThereAreEachIsItselfOrForgotten() {
    for (int i = 0; i < 10_000; i++) {
      byte[] name = bytes("name" + i);
      texts.put(name, 0, name.length, "name" + i);
    }
    int known = 0;
    for (int i = 0; i < 10_000; i++) {
      byte[] name = bytes("name" + i);
      String text = texts.get(name, 0, name.length);
      assertThat(text).isIn(null, "name" + i);
      known += text == null ? 0 : 1;
    }
    assertThat(known).isBetween(32, 64);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
