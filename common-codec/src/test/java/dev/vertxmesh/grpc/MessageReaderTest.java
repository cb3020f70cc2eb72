package dev.vertxmesh.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
    assertThat(messages).containsExactly("300000");
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
}
