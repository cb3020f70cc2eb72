package dev.vertxmesh.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class MessageReaderTest {

  private static final String TWO = "0000000003616263" + "0000000000" + "000000000164";

  private final List<String> messages = new ArrayList<>();
  private final MessageReader reader =
      new MessageReader(
          100, message -> messages.add(new String(message, StandardCharsets.US_ASCII)));
  private final MessageBounds bounds = new MessageBounds();

  @Test
  void messagesAreWholeWhereverTheyAreCut() {
    byte[] bytes = ByteBufUtil.decodeHexDump(TWO);
    for (int cut = 0; cut <= bytes.length; cut++) {
      messages.clear();
      reader.read(Unpooled.wrappedBuffer(bytes, 0, cut));
      reader.read(Unpooled.wrappedBuffer(bytes, cut, bytes.length - cut));
      assertThat(messages).containsExactly("abc", "", "d");
      assertThat(reader.isBetween()).isTrue();
    }
  }

  @Test
  void theBoundsAreThoseOfTheMessages() {
    ByteBuf bytes = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(TWO));
    List<Integer> between = new ArrayList<>();
    for (int at = 0; at < bytes.readableBytes(); at++) {
      if (bounds.isBetween()) {
        between.add(at);
      }
      bounds.pass(bytes.slice(at, 1));
      reader.read(bytes.slice(at, 1));
      assertThat(bounds.isBetween()).isEqualTo(reader.isBetween());
    }
    assertThat(between).containsExactly(0, 8, 13);
    assertThat(bounds.messages()).isEqualTo(3);
    assertThat(bounds.isBetween()).isTrue();
    assertThat(bytes.readableBytes()).isEqualTo(19);
  }

  @Test
  void aMessageIsFollowedWhereverItsBytesAreCut() {
    ByteBuf stream = Unpooled.buffer();
    stream.writeByte(0).writeInt(3).writeZero(3);
    stream.writeByte(1).writeInt(0);
    stream.writeByte(0).writeInt(0x01020304).writeZero(10);
    for (int cut = 0; cut <= stream.readableBytes(); cut++) {
      MessageBounds bounds = new MessageBounds();
      bounds.pass(stream.slice(0, cut));
      if (cut == 6) {
        assertThat(bounds.left()).isEqualTo(2);
        assertThat(bounds.length()).isEqualTo(3);
      }
      bounds.pass(stream.slice(cut, stream.readableBytes() - cut));
      assertThat(bounds.left()).isEqualTo(0x01020304 - 10);
      assertThat(bounds.length()).isEqualTo(0x01020304);
    }
  }

  @Test
  void aLargeMessageIsOneToo() {
    MessageReader large = new MessageReader(1 << 20, message -> messages.add("" + message.length));
    byte[] framed = MessageReader.framed(new byte[300_000]);
    for (int at = 0; at < framed.length; at += 1_000) {
      large.read(Unpooled.wrappedBuffer(framed, at, Math.min(1_000, framed.length - at)));
    }
    large.read(Unpooled.wrappedBuffer(framed)); // in one go, past all that it has room for at first
    assertThat(messages).containsExactly("300000", "300000");
  }

  @Test
  void anEmptyMessageIsWholeWithItsPrefixAndTheLargestWithItsLimit() {
    reader.read(Unpooled.wrappedBuffer(new byte[MessageBounds.PREFIX]));
    assertThat(messages).containsExactly("");
    reader.read(Unpooled.wrappedBuffer(MessageReader.framed(new byte[100])));
    assertThat(messages).hasSize(2);
  }

  @Test
  void framingPutsFlagAndLengthBeforeIt() {
    assertThat(ByteBufUtil.hexDump(MessageReader.framed(new byte[] {1, 2})))
        .isEqualTo("00000000020102");
  }

  @Test
  void whatIsTooLargeCompressedOrUnknownIsRefused() {
    assertThatThrownBy(() -> read("0000000065"))
        .isInstanceOf(MessageReader.OverLimit.class)
        .hasMessage("a message takes 101 bytes, expected at most 100");
    assertThatThrownBy(() -> read("00ffffffff"))
        .hasMessage("a message takes 4294967295 bytes, expected at most 100");
    assertThatThrownBy(() -> read("0100000000"))
        .hasMessage("a message is compressed, expected one that isn't");
    assertThatThrownBy(() -> read("8000000000"))
        .hasMessage("a message begins with the flag 0x80, expected 0");
  }

  private static void read(String hex) {
    new MessageReader(100, message -> {})
        .read(Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex)));
  }

  @Test
  void aCompressedMessageIsUnpackedWhereThatIsWanted() throws Exception {
    List<String> messages = new ArrayList<>();
    byte[] framed = MessageReader.framed(gzip(new byte[100]));
    framed[0] = 1;
    MessageReader reader =
        new MessageReader(
            100, message -> messages.add("" + message.length), MessageReaderTest::unpack);
    reader.read(Unpooled.wrappedBuffer(framed));
    reader.read(Unpooled.wrappedBuffer(MessageReader.framed(new byte[7])));
    assertThat(messages).containsExactly("100", "7");
  }

  @Test
  void aCompressedMessageIsRefusedOnceItBecomesTooLarge() throws Exception {
    byte[] bomb = gzip(new byte[4 << 20]);
    assertThatThrownBy(() -> Gzip.length(bomb, 10_000))
        .isInstanceOf(MessageReader.OverLimit.class)
        .hasMessageEndingWith("becomes more than it may without gzip, expected at most 10000");
    assertThat(unpack(bomb, 4 << 20)).hasSize(4 << 20);
  }

  @Test
  void whatIsNotGzipIsSaid() throws Exception {
    byte[] cut = gzip(new byte[100]);
    for (byte[] bytes : List.of(new byte[0], new byte[50], Arrays.copyOf(cut, cut.length - 9))) {
      assertThatThrownBy(() -> unpack(bytes, 1_000))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("a message isn't gzip's: ");
    }
  }

  private static byte[] unpack(byte[] packed, int limit) {
    return Gzip.inflate(packed, Gzip.length(packed, limit));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
