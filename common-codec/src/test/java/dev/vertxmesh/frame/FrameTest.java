package dev.vertxmesh.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTest {

  private final ByteBuf in = ByteBufAllocator.DEFAULT.directBuffer();
  private final FrameDecoder decoder = new FrameDecoder(1 << 20);

  @AfterEach
  void releaseInput() {
    assertThat(in.refCnt()).as("slices that nobody released").isEqualTo(1);
    in.release();
  }

  static List<String> names() {
    return List.copyOf(Golden.WRITERS.keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void isWrittenAsThePageShows(String name) {
    assertThat(Golden.written(name)).isEqualTo(Golden.shown(name));
  }

  @Test
  void thePageShowsNothingThatIsNotTested() {
    assertThat(Golden.blocks().keySet()).isEqualTo(Golden.WRITERS.keySet());
  }

  @Test
  void isReadBackAsItWasMeant() {
    feed("hello");
    assertThat(LinkReads.take(next(), Hello::decode)).isEqualTo(Golden.HELLO);
    feed("define");
    assertThat(LinkReads.take(next(), Define::decode)).isEqualTo(Golden.DEFINE);
    feed("go-away");
    assertThat(LinkReads.take(next(), GoAway::decode)).isEqualTo(Golden.GO_AWAY);
    feed("error");
    assertThat(LinkReads.take(next(), ErrorFrame::decode)).isEqualTo(Golden.ERROR);
    feed("credit");
    assertThat(LinkReads.take(next(), Credit::decode)).isEqualTo(new Credit(64, 130));
    feed("ping");
    assertThat(LinkReads.take(next(), Ping::token)).isEqualTo(0x0102030405060708L);
  }

  @Test
  void aRequestKeepsItsFieldsAndItsPayloadApart() {
    feed("hello", "request");
    next().release();
    Frame frame = next();
    assertThat(frame.id()).isEqualTo(7);
    assertThat(frame.hasMore()).isFalse();
    assertThat(payloadOf(frame)).isEqualTo("hello");
    assertThat(LinkReads.take(frame, Request::decode))
        .isEqualTo(new Request(0, 5_000, 5, 2, 0, Map.of("k", "v")));
  }

  @Test
  void aResponseTellsHowBusyTheCalleeIs() {
    feed("hello", "response");
    next().release();
    Frame frame = next();
    assertThat(payloadOf(frame)).isEqualTo("99162322");
    assertThat(LinkReads.take(frame, Response::decode)).isEqualTo(Golden.RESPONSE);
  }

  @Test
  void allOfAnAnswerIsReadFromAPayload() {
    feed("hello", "response-whole");
    next().release();
    Frame frame = next();
    ByteBuf payload = frame.retainedPayload();
    assertThat(Answer.decodeInPayload(payload)).isEqualTo(Map.of("k", "v"));
    assertThat(ByteBufUtil.hexDump(payload)).isEqualTo("0000000003616263");
    payload.release();
    assertThat(LinkReads.take(frame, Response::decode)).isEqualTo(Golden.RESPONSE_WHOLE);
  }

  @Test
  void aHelloWithoutTheFeatureHasNoWindows() {
    feed("hello-without-streams");
    Hello hello = LinkReads.take(next(), Hello::decode);
    assertThat(hello).isEqualTo(Golden.HELLO_WITHOUT_STREAMS);
    assertThat(hello.hasStreams()).isFalse();
  }

  @Test
  void aHelloWithTheFeatureNeedsItsWindows() {
    byte[] golden = ByteBufUtil.decodeHexDump(Golden.shown("hello-without-streams"));
    golden[FrameHeader.SIZE + 27] = Hello.STREAMS;
    in.writeBytes(golden);
    Frame frame = next();
    assertThatThrownBy(() -> Hello.decode(frame)).hasMessageContaining("expected more");
    frame.release();
  }

  @Test
  void streamsAreReadBackAsTheyWereMeant() {
    feed("hello", "answer", "data", "data-end");
    next().release();
    assertThat(LinkReads.take(next(), Answer::decode)).isEqualTo(Map.of("k", "v"));
    Frame data = next();
    assertThat(payloadOf(data)).isEqualTo("\0\0\0\0\u0003abc");
    assertThat(data.isEnd()).isFalse();
    data.release();
    Frame end = next();
    assertThat(end.isEnd()).isTrue();
    assertThat(end.payloadLength()).isZero();
    end.release();
  }

  @Test
  void aWindowIsForAStreamOrTheConnectionOrEveryStream() {
    feed("hello", "window", "window-connection", "window-all");
    next().release();
    Frame one = next();
    assertThat(one.id()).isEqualTo(7);
    assertThat(LinkReads.take(one, Window::decode)).isEqualTo(32_768);
    Frame connection = next();
    assertThat(Window.isForAll(connection)).isFalse();
    assertThat(LinkReads.take(connection, Window::decode)).isEqualTo(65_536);
    Frame all = next();
    assertThat(Window.isForAll(all)).isTrue();
    assertThat(LinkReads.take(all, Window::decode)).isEqualTo(131_072);
  }

  @Test
  void refusesAWindowThatGrowsByNothing() {
    feed("hello");
    next().release();
    in.writeBytes(ByteBufUtil.decodeHexDump("00000004" + "07000004" + "00000007" + "00000000"));
    Frame frame = next();
    assertThatThrownBy(() -> Window.decode(frame)).hasMessageContaining("grows by 0 bytes");
    frame.release();
  }

  @Test
  void decodesTheSameWhereverTheBytesAreSplit() {
    ByteBuf whole = Golden.stream();
    List<String> expected = decodeAll(whole, whole.readableBytes());
    for (int split = 1; split < whole.readableBytes(); split++) {
      assertThat(decodeAll(whole, split)).as("split after %d bytes", split).isEqualTo(expected);
    }
    assertThat(expected).hasSize(names().size());
    whole.release();
  }

  private List<String> decodeAll(ByteBuf whole, int split) {
    ByteBuf bytes = ByteBufAllocator.DEFAULT.directBuffer();
    FrameDecoder fresh = new FrameDecoder(1 << 20);
    List<String> frames = new ArrayList<>();
    bytes.writeBytes(whole, 0, split);
    drain(fresh, bytes, frames);
    bytes.writeBytes(whole, split, whole.readableBytes() - split);
    drain(fresh, bytes, frames);
    bytes.release();
    return frames;
  }

  private static void drain(FrameDecoder decoder, ByteBuf bytes, List<String> frames) {
    for (Frame frame = decoder.next(bytes); frame != null; frame = decoder.next(bytes)) {
      frames.add(
          frame.type()
              + ":"
              + frame.id()
              + ":"
              + frame.flags()
              + ":"
              + ByteBufUtil.hexDump(frame.body()));
      frame.release();
    }
  }

  @Test
  void skipsAnUnknownFrameThatMayBeSkipped() {
    feed("hello");
    in.writeBytes(
        ByteBufUtil.decodeHexDump("00000002" + "bf" + "00" + "0000" + "00000000" + "abcd"));
    feed("cancel");
    next().release();
    assertThat(next().type()).isEqualTo(FrameType.CANCEL);
  }

  @Test
  void endsTheLinkOnAnUnknownFrameThatMayNotBeSkipped() {
    feed("hello");
    next().release();
    in.writeBytes(ByteBufUtil.decodeHexDump("000000003f00000000000000"));
    assertFails(LinkError.UNKNOWN_FRAME, "0x3f");
  }

  @Test
  void takesNothingMoreAfterItsFirstFailure() {
    in.writeCharSequence("GET / HTTP/1.1\r\n\r\n", StandardCharsets.US_ASCII);
    assertFails(LinkError.PROTOCOL, "474554202f");
    assertThat(decoder.next(in)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"request", "ping", "error"})
  void wantsAHelloFirst(String name) {
    feed(name);
    assertFails(LinkError.PROTOCOL, "not a HELLO");
  }

  @Test
  void tellsWhatAnErrorInAHellosPlaceSays() {
    ByteBuf error = Unpooled.buffer();
    new ErrorFrame(LinkError.LIMIT, "no room").encode(error);
    in.writeBytes(error, FrameHeader.SIZE);
    assertThat(decoder.next(in)).as("of which more is to come").isNull();
    in.writeBytes(error);
    assertFails(
        LinkError.PROTOCOL,
        "the first bytes are not a HELLO: the other side ended the link: no room");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00001001" + "06" + "00" + "1001" + "00000000", // over the limit of a HELLO
        "00000006" + "06" + "00" + "0004" + "00000000" + "000100040000", // with a payload
        "00000004" + "06" + "00" + "0004" + "00000000" + "0001ffff", // of more than there is
        "00000000" + "06" + "00" + "0000" + "00000000" // of nothing
      })
  void anErrorInAHellosPlaceThatIsNoneIsShownAsBytes(String bytes) {
    in.writeBytes(ByteBufUtil.decodeHexDump(bytes));
    assertFails(LinkError.PROTOCOL, "not a HELLO: " + bytes.substring(0, 24));
  }

  @Test
  void keepsNoMoreOfAReasonThanAnAgentWrites() {
    feed("hello");
    next().release();
    String reason = "a".repeat(50_000);
    int start = FrameHeader.begin(in, FrameType.ERROR, 0, 0);
    in.writeShort(1);
    Text.write(in, reason);
    FrameHeader.end(in, start, 0);
    assertThat(LinkReads.take(next(), ErrorFrame::decode).reason()).isEqualTo("a".repeat(1_000));
  }

  @Test
  void refusesAFrameOverTheLimitBeforeItsBytesCome() {
    feed("hello");
    next().release();
    in.writeBytes(ByteBufUtil.decodeHexDump("7fffffff1100001000000001"));
    assertFails(LinkError.LIMIT, "2147483647 bytes, expected at most 1048576");
  }

  @Test
  void refusesAHugeHello() {
    in.writeBytes(ByteBufUtil.decodeHexDump("00100000" + "01" + "00" + "0022" + "00000000"));
    assertFails(LinkError.LIMIT, "at most 4096");
  }

  @Test
  void refusesMoreFieldsThanBytes() {
    feed("hello");
    next().release();
    in.writeBytes(ByteBufUtil.decodeHexDump("00000004" + "11" + "00" + "0010" + "00000001"));
    assertFails(LinkError.PROTOCOL, "16 bytes of fields in 4");
  }

  @ParameterizedTest
  @MethodSource("names")
  void refusesFieldsThatEndTooEarly(String name) {
    byte[] golden = ByteBufUtil.decodeHexDump(Golden.shown(name));
    if (golden[FrameHeader.FIELDS] == 0 && golden[FrameHeader.FIELDS + 1] == 0) {
      return; // it has none
    }
    feed("hello");
    next().release();
    int start = in.writerIndex();
    in.writeBytes(golden);
    in.setShort(start + FrameHeader.FIELDS, 1);
    Frame frame = next();
    assertThatThrownBy(() -> decode(name, frame))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("expected more");
    frame.release();
  }

  private static Object decode(String name, Frame frame) {
    return switch (name) {
      case "hello", "hello-without-streams" -> Hello.decode(frame);
      case "define" -> Define.decode(frame);
      case "request" -> Request.decode(frame);
      case "response" -> Response.decode(frame);
      case "credit" -> Credit.decode(frame);
      case "answer" -> Answer.decode(frame);
      case "window", "window-connection", "window-all" -> Window.decode(frame);
      case "go-away" -> GoAway.decode(frame);
      case "error" -> ErrorFrame.decode(frame);
      default -> Ping.token(frame);
    };
  }

  @Test
  void agreesOnTheNewestVersionThatBothSpeak() {
    Hello old = hello(1, 2);
    assertThat(old.agree(hello(2, 5))).isEqualTo(2);
    assertThatThrownBy(() -> old.agree(hello(3, 4)))
        .isInstanceOf(FrameException.class)
        .hasMessageContaining("speaks versions 1 to 2")
        .hasMessageContaining("speaks 3 to 4");
  }

  private static Hello hello(int min, int max) {
    return new Hello(min, max, 1, 1, 1, 1, 0, 1, "x", 0, 0);
  }

  @Test
  void takesAFrameBackWhoseAttachmentsDoNotFit() {
    Map<String, String> tooMuch = Map.of("a", "x".repeat(40_000), "b", "y".repeat(40_000));
    assertThatThrownBy(() -> Request.encodeHead(in, 1, 0, 1, 0, 1, 0, tooMuch, 0))
        .hasMessageContaining("expected at most 65535");
    assertThat(in.readableBytes()).isZero();
  }

  @Test
  void readsOfLaterVersionsWhatItKnows() {
    feed("hello");
    next().release();
    in.writeBytes(
        ByteBufUtil.decodeHexDump(
            "0000000d"
                + "85"
                + "00"
                + "000c"
                + "00000000"
                + "00000040"
                + "00000082"
                + "ffffffff"
                + "aa"));
    assertThat(LinkReads.take(next(), Credit::decode)).isEqualTo(new Credit(64, 130));
  }

  private void assertFails(LinkError code, String detail) {
    assertThatThrownBy(() -> decoder.next(in))
        .isInstanceOfSatisfying(FrameException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(detail);
  }

  private void feed(String... names) {
    for (String name : names) {
      in.writeBytes(ByteBufUtil.decodeHexDump(Golden.shown(name)));
    }
  }

  private Frame next() {
    return decoder.next(in);
  }

  private static String payloadOf(Frame frame) {
    ByteBuf payload = frame.retainedPayload();
    try {
      return payload.toString(StandardCharsets.UTF_8);
    } finally {
      payload.release();
    }
  }
}
