package dev.vertxmesh.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is just within a limit, and what is one byte over it. */
class FrameLimitsTest {

  private static final int MAX_FRAME = 5_000;

  private final ByteBuf in = Unpooled.buffer();
  private final FrameDecoder decoder = new FrameDecoder(MAX_FRAME);

  private Frame greeted(Consumer<ByteBuf> frame) {
    Golden.HELLO.encode(in);
    decoder.next(in).release();
    return next(frame);
  }

  private Frame next(Consumer<ByteBuf> frame) {
    frame.accept(in);
    return decoder.next(in);
  }

  private static Hello named(String name) {
    return new Hello(1, 1, 1, 1, 1, 1, 0, 1, name, 0, 0);
  }

  private static Hello withFeatures(int features) {
    return new Hello(1, 1, 1, 1, 1, 1, features, 1, "x", 2, 3);
  }

  private static Hello speaking(int min, int max) {
    return new Hello(min, max, 1, 1, 1, 1, 0, 1, "x", 0, 0);
  }

  @Test
  void aFrameMayBeAsLongAsWasTold() {
    Frame frame = greeted(out -> Data.encodeHead(out, 1, false, MAX_FRAME));
    assertThat(frame).as("its bytes are still to come").isNull();
    in.writeZero(MAX_FRAME);
    frame = decoder.next(in);
    assertThat(frame.payloadLength()).isEqualTo(MAX_FRAME);
    frame.release();
    assertThatThrownBy(() -> next(out -> Data.encodeHead(out, 1, false, MAX_FRAME + 1)))
        .hasMessage("a frame of type 0x20 has 5001 bytes, expected at most 5000");
  }

  @Test
  void aHelloMayHaveAsManyBytesAsBeforeItAnybodyMay() {
    String longest = "x".repeat(FrameDecoder.HELLO_LIMIT - 34);
    Frame hello = next(out -> named(longest).encode(out));
    assertThat(LinkReads.take(hello, Hello::decode).name()).isEqualTo(longest);
    FrameDecoder other = new FrameDecoder(1 << 20);
    ByteBuf longer = Unpooled.buffer();
    named(longest + "x").encode(longer);
    assertThatThrownBy(() -> other.next(longer)).hasMessageContaining("expected at most 4096");
  }

  @Test
  void theShortestHelloHasNoName() {
    assertThat(looksLikeHello("00000022", "564d5348")).isTrue();
    assertThat(looksLikeHello("00000021", "564d5348")).isFalse();
    Hello shortest = named("");
    assertThat(LinkReads.take(next(shortest::encode), Hello::decode)).isEqualTo(shortest);
  }

  @Test
  void theMagicIsJudgedAsSoonAsItIsWhole() {
    assertThat(looksLikeHello("00000022", "")).isTrue();
    assertThat(looksLikeHello("00000022", "564d53")).isTrue();
    assertThat(looksLikeHello("00000022", "564d5349")).isFalse();
    assertThat(looksLikeHello("00000022", "564d534900")).isFalse();
  }

  /** Behind a byte that was read before, as there may be. */
  private static boolean looksLikeHello(String length, String rest) {
    ByteBuf bytes =
        Unpooled.wrappedBuffer(
            ByteBufUtil.decodeHexDump("ff" + length + "01" + "00" + "0022" + "00000000" + rest));
    bytes.readByte();
    try {
      assertThat(new FrameDecoder(100).next(bytes)).isNull();
      return true;
    } catch (FrameException e) {
      assertThat(e).hasMessageStartingWith("the first bytes are not a HELLO: " + length + "01");
      assertThat(e.getMessage().split(": ")[1].length()).isLessThanOrEqualTo(32);
      return false;
    }
  }

  @Test
  void onlyWhoCarriesStreamsTakesWholes() {
    assertThat(withFeatures(0).hasWholes()).isFalse();
    assertThat(withFeatures(Hello.STREAMS).hasWholes()).isFalse();
    assertThat(withFeatures(Hello.WHOLES).hasWholes()).isFalse();
    assertThat(withFeatures(Hello.WHOLES | Hello.STREAMS).hasWholes()).isTrue();
    assertThat(withFeatures(Hello.WHOLES | 0x40).hasStreams()).isFalse();
  }

  @Test
  void versionsAgreeWhereTheyTouch() {
    assertThat(speaking(1, 2).agree(speaking(2, 3))).isEqualTo(2);
    assertThat(speaking(2, 3).agree(speaking(1, 2))).isEqualTo(2);
    assertThat(speaking(1, 9).agree(speaking(3, 4))).isEqualTo(4);
    assertThatThrownBy(() -> speaking(3, 4).agree(speaking(1, 2)))
        .isInstanceOfSatisfying(
            FrameException.class, e -> assertThat(e.code()).isEqualTo(LinkError.VERSION));
    assertThatThrownBy(() -> speaking(1, 2).agree(speaking(3, 4)))
        .isInstanceOf(FrameException.class);
  }

  @Test
  void fieldsMayTakeAsMuchAsTheirLengthCanSay() {
    in.writeByte(7);
    Answer.encode(in, 1, attachmentsOf(0xffff - 2)); // behind their count
    assertThat(in.getUnsignedShort(1 + FrameHeader.FIELDS)).isEqualTo(0xffff);
    in.writerIndex(1);
    assertThatThrownBy(() -> Answer.encode(in, 1, attachmentsOf(0xffff - 1)))
        .hasMessage("a frame's fields take 65536 bytes, expected at most 65535");
    assertThat(in.readableBytes()).as("what was there before stays").isEqualTo(1);
  }

  /** Two, with four lengths and names of one letter. */
  private static Map<String, String> attachmentsOf(int bytes) {
    String first = "x".repeat(30_000);
    String second = "x".repeat(bytes - first.length() - 4 * Short.BYTES - 2);
    return new LinkedHashMap<>(Map.of("a", first, "b", second));
  }

  @Test
  void aTextMayTakeAsMuchAsItsLengthCanSay() {
    Text.write(in, "x".repeat(0xffff));
    assertThat(in.readUnsignedShort()).isEqualTo(0xffff);
    assertThat(in.readableBytes()).isEqualTo(0xffff);
    assertThatThrownBy(() -> Text.write(in, "x".repeat(0x10000)))
        .hasMessage("a text of 65536 bytes, expected at most 65535: %s…".formatted("x".repeat(40)));
  }

  @Test
  void aReasonIsCutAfterAThousandCharacters() {
    for (int length : new int[] {999, 1_000, 1_001}) {
      Text.writeReason(in, "x".repeat(length));
      assertThat(in.readUnsignedShort()).isEqualTo(Math.min(length, 1_000));
      in.clear();
    }
  }

  @Test
  void anAttachmentThatDoesNotFitTakesTheFrameBack() {
    in.writeByte(7);
    Map<String, String> tooLong = Map.of("a", "x".repeat(0x10000));
    assertThatThrownBy(() -> Answer.encode(in, 1, tooLong)).hasMessageContaining("65536 bytes");
    assertThat(in.readableBytes()).isEqualTo(1);
  }

  @Test
  void attachmentsOfAPayloadEndWithinIt() {
    Map<String, String> two = new LinkedHashMap<>();
    two.put("k", "v");
    two.put("l", "w");
    Answer.encodeInPayload(in, two);
    int whole = in.readableBytes();
    in.writeBytes(new byte[] {1, 2});
    assertThat(Answer.decodeInPayload(in.slice(0, whole))).isEqualTo(two);
    assertThat(Answer.decodeInPayload(in)).isEqualTo(two);
    assertThat(in.readableBytes()).isEqualTo(2);
    in.readerIndex(0);
    ByteBuf behind = Unpooled.wrappedBuffer(new byte[3], ByteBufUtil.getBytes(in)).skipBytes(3);
    assertThat(Answer.decodeInPayload(behind)).isEqualTo(two);
    assertThat(behind.readableBytes()).isEqualTo(2);
    for (int length = 0; length < whole; length++) {
      ByteBuf cut = in.slice(0, length);
      assertThatThrownBy(() -> Answer.decodeInPayload(cut))
          .as("%d of %d bytes", length, whole)
          .isInstanceOf(FrameException.class);
    }
  }

  @Test
  void aMessageThatGoesOnInChunksSaysSo() {
    Response response = new Response(0, 2, 9, 3, 190, 0x1_0000_0000L, Map.of());
    Frame part = greeted(out -> payload(out, () -> response.encodeHead(out, 7, 8), 8));
    assertThat(part.hasMore()).isTrue();
    assertThat(LinkReads.take(part, Response::decode).serviceMicros()).isEqualTo(0xffff_ffffL);
    Frame chunk = next(out -> payload(out, () -> Chunk.encodeHead(out, 7, false, 1), 1));
    assertThat(chunk.hasMore()).isTrue();
    ByteBuf copy = Unpooled.buffer();
    chunk.copyPayload(copy);
    assertThat(copy.readableBytes()).isEqualTo(1);
    chunk.release();
    Frame last = next(out -> payload(out, () -> Chunk.encodeHead(out, 7, true, 1), 1));
    assertThat(last.hasMore()).isFalse();
    last.release();
    Frame request = next(out -> payload(out, () -> request(out, 4), 4));
    assertThat(request.hasMore()).isTrue();
    request.copyPayload(copy);
    assertThat(copy.readableBytes()).isEqualTo(1 + 4);
    assertThat(LinkReads.take(request, Request::decode))
        .isEqualTo(new Request(3, Request.NO_DEADLINE, 5, 2, 1, Map.of()));
  }

  private static void request(ByteBuf out, int payload) {
    Request.encodeHead(out, 7, 3, Long.MAX_VALUE, 5, 2, 1, Map.of(), payload);
  }

  private static void payload(ByteBuf out, Runnable head, int length) {
    head.run();
    out.writeZero(length);
  }

  @Test
  void theFlagsOfOtherTypesMeanNoEndAndNoWindowForAll() {
    Frame data = greeted(out -> Data.encodeHead(out, 7, true, 0));
    assertThat(data.isEnd()).isTrue();
    assertThat(Window.isForAll(data)).as("of one stream").isFalse();
    assertThat(data.payloadLength()).isZero();
    data.release();
  }

  @Test
  void anUnknownReasonIsTheSendersOwnFault() {
    assertThat(LinkError.of(7)).isEqualTo(LinkError.IDENTITY);
    assertThat(LinkError.of(8)).isEqualTo(LinkError.INTERNAL);
    assertThat(LinkError.of(0)).isEqualTo(LinkError.NONE);
    assertThat(LinkError.of(-1)).isEqualTo(LinkError.INTERNAL);
  }

  @Test
  void allTypesThatMayBeSkippedHaveTheHighestBit() {
    assertThat(FrameType.isOptional(0x7f)).isFalse();
    assertThat(FrameType.isOptional(0x80)).isTrue();
    assertThat(FrameType.isKnown(FrameType.CREDIT)).isTrue();
    assertThat(FrameType.isKnown(0x05)).isFalse();
  }

  @Test
  void whatDoesNotFitAnIntIsTheLargest() {
    Frame frame = greeted(out -> new Credit(-1, Integer.MIN_VALUE).encode(out));
    assertThat(LinkReads.take(frame, Credit::decode))
        .isEqualTo(new Credit(Integer.MAX_VALUE, Integer.MAX_VALUE));
  }

  @Test
  void aDictionaryHasOnePlaceAtLeastAndAsMuchRoomAsItSays() {
    Dictionary<String> none = new Dictionary<>(0);
    assertThat(none.add("a", 1)).isZero();
    assertThat(none.next(1)).isZero();
    assertThat(none.inTheWay(Define.LONGEST)).as("it's replaced").isEqualTo(-1);
    Dictionary<String> two = new Dictionary<>(2);
    two.add("a", Define.LONGEST - 1);
    assertThat(two.inTheWay(1)).isEqualTo(-1);
    assertThat(two.next(1)).isEqualTo(1);
    assertThat(two.next(2)).as("there's no room beside it").isZero();
    assertThat(two.add("b", 1)).isEqualTo(1);
    assertThat(two.inTheWay(Define.LONGEST - 1)).isEqualTo(-1);
    assertThat(two.inTheWay(Define.LONGEST)).isZero();
    two.forget();
    assertThat(two.find("a")).isEqualTo(-1);
    assertThat(two.next(1)).isZero();
    assertThat(two.add("c", Define.LONGEST - 1)).isZero();
    assertThat(two.find("b")).isEqualTo(1);
  }

  @Test
  void aLargeDictionaryHasAKibibyteForEachEntry() {
    assertThat(Define.room(12)).isEqualTo(Define.LONGEST);
    assertThat(Define.room(13)).isEqualTo(13 * 1_024);
    assertThat(Define.room(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE * 1_024L);
    Definitions<String> receiver = new Definitions<>(2);
    receiver.define(0, 1, "x");
    assertThat(receiver.get(0)).isEqualTo("x");
    assertThatThrownBy(() -> receiver.get(-1)).isInstanceOf(FrameException.class);
    assertThatThrownBy(() -> receiver.get(1)).hasMessageContaining("entry 1 was never defined");
    assertThat(new Define(1, "a", "b", "c", "d", "e").as(2))
        .isEqualTo(new Define(2, "a", "b", "c", "d", "e"));
  }
}
