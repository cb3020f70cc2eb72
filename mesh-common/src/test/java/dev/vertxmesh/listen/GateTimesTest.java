package dev.vertxmesh.listen;

import static dev.vertxmesh.listen.FakePort.guard;
import static dev.vertxmesh.listen.FakePort.send;
import static dev.vertxmesh.listen.FakePort.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long connections of HTTP/1.1 may take for what, to the nanosecond. */
class GateTimesTest {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final String GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  private static final String POST = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n";

  private FakePort port = new FakePort(100);

  @AfterEach
  void nothingIsLeft() {
    port.close();
    assertThat(port.count.open()).isZero();
    port.after(1);
    assertThat(port.isWatched()).isFalse();
  }

  private static void answer(EmbeddedChannel channel, HttpResponseStatus status) {
    channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status));
  }

  private static void answer(EmbeddedChannel channel) {
    answer(channel, HttpResponseStatus.OK);
  }

  /** It is there until so long has passed, and not any more then. */
  private void endsAfter(EmbeddedChannel channel, long millis, CloseReason reason) {
    int ends = port.ends.size();
    port.afterMillis(millis - 1);
    port.after(MILLI - 1);
    assertThat(port.ends).hasSize(ends);
    assertThat(channel.isOpen()).isTrue();
    port.after(1);
    assertThat(port.ends).hasSize(ends + 1).last().isEqualTo(reason);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void whoSaysNothingHasTheTimeOfAHeadAndIsToldNothing() {
    EmbeddedChannel channel = port.http1();
    endsAfter(channel, FakePort.HEAD_MILLIS, CloseReason.HEAD);
    assertThat(sent(channel)).isEmpty();
  }

  @Test
  void aHeadHasItsTimeFromItsFirstByteWhateverFollows() {
    EmbeddedChannel channel = port.http1();
    port.afterMillis(FakePort.HEAD_MILLIS - 1);
    send(channel, "G");
    port.afterMillis(1_000);
    send(channel, "ET / HT");
    endsAfter(channel, FakePort.HEAD_MILLIS - 1_000, CloseReason.HEAD);
    assertThat(sent(channel))
        .startsWith("HTTP/1.1 408 Request Timeout\r\n")
        .endsWith("\r\n\r\nrequest: its head didn't come to an end yet");
  }

  @Test
  void whoIsAnsweredMayBeIdleAndTheNextHeadHasItsTime() {
    EmbeddedChannel channel = port.http1();
    port.afterMillis(1_000);
    send(channel, GET);
    answer(channel);
    sent(channel);
    port.afterMillis(FakePort.IDLE_MILLIS - 1);
    send(channel, GET);
    answer(channel);
    sent(channel);
    endsAfter(channel, FakePort.IDLE_MILLIS, CloseReason.IDLE);
    assertThat(sent(channel)).isEmpty();
    EmbeddedChannel other = port.http1();
    send(other, GET);
    answer(other);
    sent(other);
    port.afterMillis(10_000);
    send(other, "G");
    endsAfter(other, FakePort.HEAD_MILLIS, CloseReason.HEAD);
    assertThat(sent(other)).startsWith("HTTP/1.1 408 ");
  }

  @Test
  void whoWaitsForItsAnswerHasAllTime() {
    EmbeddedChannel channel = port.http1();
    send(channel, GET + GET);
    port.afterMillis(10 * FakePort.IDLE_MILLIS);
    answer(channel);
    port.afterMillis(10 * FakePort.IDLE_MILLIS);
    assertThat(port.ends).as("one answer is owed").isEmpty();
    answer(channel);
    endsAfter(channel, FakePort.IDLE_MILLIS, CloseReason.IDLE);
  }

  @Test
  void aBodyThatComesBehindItsAnswerHasTheTimeOfAHead() {
    EmbeddedChannel channel = port.http1();
    send(channel, POST + "ab");
    port.afterMillis(FakePort.IDLE_MILLIS);
    answer(channel);
    port.afterMillis(FakePort.HEAD_MILLIS - 1);
    send(channel, "c");
    port.afterMillis(FakePort.HEAD_MILLIS);
    assertThat(port.ends).as("it's idle since").isEmpty();
    send(channel, POST + "ab");
    answer(channel);
    sent(channel);
    endsAfter(channel, FakePort.HEAD_MILLIS, CloseReason.HEAD);
    assertThat(sent(channel)).as("it has its answer").isEmpty();
  }

  @Test
  void whatIsOnlyInformationIsNoAnswer() {
    EmbeddedChannel channel = port.http1();
    send(channel, GET);
    answer(channel, HttpResponseStatus.CONTINUE);
    port.afterMillis(10 * FakePort.IDLE_MILLIS);
    assertThat(port.ends).isEmpty();
    channel.writeOutbound(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
    channel.writeOutbound(new DefaultHttpContent(Unpooled.EMPTY_BUFFER));
    port.afterMillis(10 * FakePort.IDLE_MILLIS);
    assertThat(port.ends).isEmpty();
    channel.writeOutbound(LastHttpContent.EMPTY_LAST_CONTENT);
    endsAfter(channel, FakePort.IDLE_MILLIS, CloseReason.IDLE);
  }

  @Test
  void whileALoopStandsStillTimeGoesOnByTwoLooks() {
    EmbeddedChannel channel = port.http1();
    assertThat(port.intervals).containsExactly(1_000L);
    port.after(TimeUnit.HOURS.toNanos(1));
    assertThat(port.gate.now()).isEqualTo(2_000 * MILLI);
    assertThat(channel.isOpen()).isTrue();
    port.after(TimeUnit.HOURS.toNanos(1));
    assertThat(port.ends).containsExactly(CloseReason.HEAD);
  }

  @Test
  void whileThereAreNoneNobodyLooks() {
    EmbeddedChannel channel = port.http1();
    port.http1();
    assertThat(port.intervals).hasSize(1);
    channel.close();
    port.after(1);
    assertThat(port.isWatched()).isTrue();
    port.close();
    port.after(1);
    assertThat(port.isWatched()).isFalse();
    port.afterMillis(FakePort.HEAD_MILLIS);
    endsAfter(port.http1(), FakePort.HEAD_MILLIS, CloseReason.HEAD);
    assertThat(port.intervals).hasSize(2);
  }

  @Test
  void shortBoundsAreLookedAtFourTimesWithinThem() {
    List<Long> intervals = new ArrayList<>();
    for (int head : new int[] {1, 7, 8, 400, 4_000, 8_000}) {
      ListenOptions options = new ListenOptions(head, 8_000, 0, 1, 1, 1);
      int before = port.intervals.size();
      Gate gate = new Gate(port.vertx(), options, port.count, port.ends::add, port::now);
      EmbeddedChannel channel = new EmbeddedChannel();
      gate.onAccept(channel, () -> {});
      channel.finishAndReleaseAll();
      intervals.add(port.intervals.get(before));
    }
    assertThat(intervals).containsExactly(1L, 1L, 2L, 100L, 1_000L, 1_000L);
  }

  @Test
  void whileThereIsLittleRoomTenSecondsAreIdleEnough() {
    port = new FakePort(16);
    List<EmbeddedChannel> channels =
        new ArrayList<>(IntStream.range(0, 14).mapToObj(i -> port.http1()).toList());
    for (EmbeddedChannel channel : channels) {
      send(channel, GET);
      answer(channel);
    }
    port.afterMillis(50_000);
    assertThat(port.ends).as("an eighth is free").isEmpty();
    EmbeddedChannel last = port.http1();
    send(last, GET);
    answer(last);
    port.after(0);
    assertThat(port.ends).hasSize(14).containsOnly(CloseReason.ROOM);
    assertThat(last.isOpen()).isTrue();
  }

  @Test
  void whileThereIsLittleRoomNobodyGoesBeforeItsTenSeconds() {
    port = new FakePort(1);
    EmbeddedChannel channel = port.http1();
    send(channel, GET);
    answer(channel);
    endsAfter(channel, 10_000, CloseReason.ROOM);
  }

  @Test
  void theOldestThatNeverAskedMakesRoomAndWhoHasIsLeftAlone() {
    port = new FakePort(3);
    EmbeddedChannel asked = port.http1();
    EmbeddedChannel older = port.http1();
    EmbeddedChannel younger = port.http1();
    send(asked, GET);
    assertThat(port.count.isFull()).isFalse();
    EmbeddedChannel next = port.http1();
    assertThat(older.isOpen()).isFalse();
    assertThat(List.of(asked, younger, next)).allMatch(EmbeddedChannel::isOpen);
    assertThat(port.ends).containsExactly(CloseReason.ROOM);
    send(younger, GET);
    send(next, GET);
    assertThat(port.gate.isFull()).isTrue();
    assertThat(port.http1().isOpen()).isFalse();
    assertThat(port.ends).containsExactly(CloseReason.ROOM, CloseReason.FULL);
    assertThat(port.count.open()).isEqualTo(3);
    next.close();
    assertThat(port.gate.isFull()).isFalse();
    assertThat(port.count.open()).isEqualTo(2);
  }

  @Test
  void whatUnfinishedHeadsHoldIsCountedUntilTheyAreWhole() {
    EmbeddedChannel channel = port.http1();
    send(channel, "GET / ");
    assertThat(guard(channel).held()).isEqualTo(6);
    send(channel, "HTTP/1.1\r\n");
    assertThat(guard(channel).held()).isEqualTo(16);
    send(channel, "host: x\r\n\r\n");
    assertThat(guard(channel).held()).isZero();
    send(channel, "more of it");
    assertThat(guard(channel).held()).as("the request is being answered").isZero();
  }

  @Test
  void theOldestUnfinishedHeadsGoUntilAQuarterIsFree() {
    List<EmbeddedChannel> channels = new ArrayList<>();
    EmbeddedChannel empty = port.http1();
    for (int i = 0; i < 4; i++) {
      channels.add(port.http1());
    }
    for (int i : new int[] {2, 0, 3, 1}) {
      send(channels.get(i), "x".repeat(FakePort.HELD_BYTES / 4));
      port.after(MILLI);
    }
    assertThat(port.ends).as("as much as there may be").isEmpty();
    send(channels.get(1), "x");
    assertThat(port.ends).containsExactly(CloseReason.HELD, CloseReason.HELD);
    assertThat(channels.get(2).isOpen()).isFalse();
    assertThat(channels.get(0).isOpen()).isFalse();
    assertThat(List.of(channels.get(3), channels.get(1), empty)).allMatch(EmbeddedChannel::isOpen);
    send(channels.get(1), "x".repeat(FakePort.HELD_BYTES / 2 - 1));
    assertThat(port.ends).as("again as much as there may be").hasSize(2);
  }

  @Test
  void nobodyGoesOnceAQuarterIsFree() {
    EmbeddedChannel oldest = port.http1();
    send(oldest, "x".repeat(FakePort.HELD_BYTES / 4 + 1));
    port.after(MILLI);
    EmbeddedChannel next = port.http1();
    send(next, "x".repeat(FakePort.HELD_BYTES / 2));
    port.after(MILLI);
    EmbeddedChannel last = port.http1();
    send(last, "x".repeat(FakePort.HELD_BYTES / 4));
    assertThat(port.ends).containsExactly(CloseReason.HELD);
    assertThat(oldest.isOpen()).isFalse();
    assertThat(List.of(next, last)).allMatch(EmbeddedChannel::isOpen);
  }

  @Test
  void whoHoldsTooMuchByItselfIsNotHandedOn() {
    EmbeddedChannel channel = port.http1();
    send(channel, "GET /" + "x".repeat(FakePort.HELD_BYTES));
    assertThat(port.ends).containsExactly(CloseReason.HELD);
    assertThat(channel.isOpen()).isFalse();
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void whichProtocolItIsTheFirstBytesTell() {
    EmbeddedChannel channel = port.clearText();
    send(channel, "P");
    send(channel, "OST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
    HttpRequest request = channel.readInbound();
    assertThat(request.uri()).isEqualTo("/");
    assertThat(guard(channel).held()).isZero();
    assertThat(port.count.open()).isEqualTo(1);
    answer(channel);
    endsAfter(channel, FakePort.IDLE_MILLIS, CloseReason.IDLE);
    EmbeddedChannel half = port.clearText();
    send(half, "PRI * HTTP");
    endsAfter(half, FakePort.HEAD_MILLIS, CloseReason.HEAD);
  }

  @Test
  void aRequestThatCantGoOnAsHttp2GoesOnAsItIs() {
    String settings = "http2-settings: AAMAAABk\r\n";
    assertThat(upgrade(settings)).isTrue();
    assertThat(upgrade(settings + "content-length: 0\r\n")).isTrue();
    assertThat(upgrade("")).isFalse();
    assertThat(upgrade(settings + "content-length: 3\r\n")).isFalse();
    assertThat(upgrade(settings + "transfer-encoding: chunked\r\n")).isFalse();
  }

  private static final String UPGRADE =
      "POST / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\n";

  /** Whether Vert.x is still told that a client would like to. */
  private boolean upgrade(String headers) {
    EmbeddedChannel channel = port.http1();
    send(channel, UPGRADE + headers + "\r\n");
    HttpRequest request = channel.readInbound();
    for (Object more = channel.readInbound(); more != null; more = channel.readInbound()) {
      ReferenceCountUtil.release(more);
    }
    return request.headers().contains("upgrade");
  }

  @Test
  void whoIsRefusedCallAfterCallIsntReadForAWhile() {
    port.gate.hold(new PausedReads(port.vertx(), () -> true, port::now));
    EmbeddedChannel channel = port.http1();
    send(channel, GET + GET + GET + GET);
    answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE);
    answer(channel, HttpResponseStatus.OK);
    answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE);
    assertThat(channel.config().isAutoRead()).as("not twice in a row").isTrue();
    answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE);
    assertThat(channel.config().isAutoRead()).isFalse();
    port.after(PausedReads.SHORTEST_MILLIS * MILLI);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void withoutWaitsWhoIsRefusedIsReadOn() {
    EmbeddedChannel channel = port.http1();
    send(channel, GET + GET);
    answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE);
    answer(channel, HttpResponseStatus.SERVICE_UNAVAILABLE);
    assertThat(channel.config().isAutoRead()).isTrue();
  }
}
