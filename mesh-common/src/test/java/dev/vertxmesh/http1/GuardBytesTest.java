package dev.vertxmesh.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which bytes a guard passes on, in which pieces, and what it makes of wrong ones. */
class GuardBytesTest {

  private static final HeadLimits LIMITS = new HeadLimits(100, 200, 5);
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  private static final String UPGRADE = "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n";
  private static final String CHUNKED =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final Logger hellos = Logger.getLogger(TlsHello.class.getName());
  private final List<String> passed = new ArrayList<>();
  private final List<ByteBuf> sent = new ArrayList<>();

  /** Of the buffer that passed last. */
  private int capacity;

  private EmbeddedChannel channel = guarded(true);

  private EmbeddedChannel guarded(boolean http2) {
    EmbeddedChannel made = new EmbeddedChannel();
    made.pipeline().addLast("guard", new RequestGuard(LIMITS, http2));
    made.pipeline().addLast(new Passed());
    return made;
  }

  @AfterEach
  void everyByteIsReleased() {
    hellos.setFilter(null);
    channel.finishAndReleaseAll();
    assertThat(sent).allMatch(each -> each.refCnt() == 0);
  }

  private void send(String... pieces) {
    for (String piece : pieces) {
      ByteBuf bytes = Unpooled.copiedBuffer(piece, StandardCharsets.ISO_8859_1);
      sent.add(bytes);
      ChannelHandlerContext first = channel.pipeline().context("before");
      if (first == null) {
        channel.writeInbound(bytes);
      } else {
        first.fireChannelRead(bytes);
      }
    }
  }

  private boolean isGuarded() {
    return channel.pipeline().get("guard") != null;
  }

  @Test
  void whatIsRightPassesAsItCame() {
    send(GET + GET, "GE", "T / HTTP/1.1\r\n");
    assertThat(passed).containsExactly(GET + GET, "GE", "T / HTTP/1.1\r\n");
    assertThat(isGuarded()).isTrue();
  }

  @Test
  void aHeadThatHasBegunBehindARequestPassesApart() {
    send(GET + GET + "GE", "T / HTTP/1.1\r\n");
    assertThat(passed).containsExactly(GET + GET, "GE", "T / HTTP/1.1\r\n");
  }

  /** How large the buffer is that is kept of so large a one, with a part of a head at its end. */
  private int kept(int capacity, String before, String part) {
    channel = guarded(true);
    ByteBuf large = Unpooled.buffer(capacity).writeBytes(Bytes.of(before + part));
    sent.add(large);
    channel.writeInbound(large);
    assertThat(passed).last().isEqualTo(part);
    return this.capacity;
  }

  @Test
  void aPartOfAHeadDoesNotKeepALargeBuffer() {
    assertThat(kept(64 << 10, "", "GE")).isLessThan(1_000);
    assertThat(kept((4 << 10) + 2 + 1, "", "GE")).isLessThan(1_000);
    assertThat(kept((4 << 10) + 2, "", "GE")).as("itself").isEqualTo((4 << 10) + 2);
    assertThat(kept(2_000, GET, "GE")).isLessThan(1_000);
    assertThat(passed).endsWith(GET, "GE");
  }

  @Test
  void aPartOfAChunksSizeOrOfTrailersDoesNotKeepALargeBuffer() {
    String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    assertThat(kept(64 << 10, head + "3\r\nabc\r\n", "1")).isLessThan(1_000);
    assertThat(kept(64 << 10, head, "1;a=")).isLessThan(1_000);
    assertThat(kept(64 << 10, head, "1\r")).isLessThan(1_000);
    assertThat(kept(64 << 10, head + "1\r\na\r\n0\r\n", "x: ")).isLessThan(1_000);
    assertThat(passed).endsWith(head + "1\r\na\r\n0\r\n", "x: ");
  }

  @Test
  void aPartOfAChunkPassesAsItCame() {
    String head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    send(head + "3\r\nab", "c", "\r", "\n", "1", "\r\na\r\n0\r\n\r\n" + GET);
    assertThat(passed)
        .containsExactly(head + "3\r\nab", "c", "\r", "\n", "1", "\r\na\r\n0\r\n\r\n" + GET);
    assertThat(isGuarded()).isTrue();
  }

  @Test
  void whoIsToldHowMuchOfAHeadWaitsHearsOfItsBytesAlone() {
    List<HeadBegun> told = new ArrayList<>();
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                told.add((HeadBegun) event);
              }
            });
    send(GET + "GET /");
    assertThat(told).containsExactly(new HeadBegun(5));
    send(" HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(told).hasSize(1);
  }

  @Test
  void whatIsRightBeforeAWrongRequestPassesAndNothingBehindIt() {
    send(GET + "(" + GET, GET);
    assertThat(passed)
        .containsExactly(GET, "request: '(' where the method begins, to be closed", "end: right");
  }

  @Test
  void aWrongRequestAloneIsARefusedRequest() {
    send("(");
    assertThat(passed)
        .containsExactly("request: '(' where the method begins, to be closed", "end: right");
  }

  /** Vert.x has to know the protocol before it's handed what is no bytes. */
  @Test
  void aWrongRequestDecidesForHttp1WhereThatIsOpenYet() {
    channel.pipeline().addAfter("guard", null, new Http1xOrH2CHandler());
    send("(");
    assertThat(passed)
        .containsExactly("-", "request: '(' where the method begins, to be closed", "end: right");
    assertThat(channel.pipeline().get(Http1xOrH2CHandler.class)).isNull();
  }

  @Test
  void aWrongBodyIsARefusedEnd() {
    send(CHUNKED + "2\r\nabc");
    assertThat(passed).containsExactly(CHUNKED + "2\r\n", "end: 'c'");
  }

  @Test
  void aPrefaceEndsTheGuard() {
    send(PREFACE + "frames");
    assertThat(passed).containsExactly("", PREFACE + "frames");
    assertThat(isGuarded()).isFalse();
  }

  @Test
  void aPrefaceInPiecesIsKeptUntilItIsWhole() {
    send("PRI * HT", "TP/2.0\r\n\r\nSM\r\n\r");
    assertThat(passed).isEmpty();
    assertThat(isGuarded()).isTrue();
    send("\nframes", "more");
    assertThat(passed)
        .containsExactly(PREFACE.substring(0, PREFACE.length() - 1), "\nframes", "more");
    assertThat(isGuarded()).isFalse();
  }

  @Test
  void whatOnlyBeginsLikeAPrefaceIsARequest() {
    String put = "PUT / HTTP/1.1\r\nHost: a\r\n\r\n";
    send("P", put.substring(1), "P", "R");
    assertThat(passed).containsExactly("P", put.substring(1), "P", "R");
    assertThat(isGuarded()).isTrue();
  }

  @Test
  void aPrefaceWithoutHttp2IsAWrongRequest() {
    channel = guarded(false);
    send("P", PREFACE.substring(1));
    assertThat(passed).first().isEqualTo("P");
    assertThat(passed).last().isEqualTo("end: right");
    assertThat(passed).hasSize(3);
  }

  @Test
  void anUpgradeThatNobodyAnswersIsARequestLikeAnyOther() {
    send(UPGRADE + GET, GET);
    assertThat(passed).containsExactly(UPGRADE, GET, GET);
    assertThat(isGuarded()).isTrue();
  }

  @Test
  void anUpgradeEndsTheGuardWithTheEndOfItsRequest() {
    upgrading();
    String upload =
        UPGRADE.replace("GET", "POST").replace("\r\n\r\n", "\r\nContent-Length: 2\r\n\r\n");
    send(upload + "a");
    assertThat(isGuarded()).isTrue();
    send("bframes", "(more");
    assertThat(passed).containsExactly(upload, "a", "b", "frames", "(more");
    assertThat(isGuarded()).isFalse();
  }

  @Test
  void anUpgradeWithoutABodyEndsTheGuardAtOnce() {
    upgrading();
    send(UPGRADE);
    assertThat(passed).containsExactly(UPGRADE);
    assertThat(isGuarded()).isFalse();
  }

  @Test
  void aWrongBodyOfAnUpgradeEndsTheConnection() {
    upgrading();
    send(UPGRADE.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n") + "(");
    assertThat(passed).hasSize(1);
    assertThat(channel.isOpen()).isFalse();
  }

  /** By which the guard sees that the upgrade has been taken. */
  private void upgrading() {
    channel = new EmbeddedChannel();
    channel
        .pipeline()
        .addLast(
            "before",
            new Http2ConnectionHandlerBuilder()
                .server(true)
                .frameListener(new Http2FrameAdapter())
                .build());
    channel.pipeline().addLast("guard", new RequestGuard(LIMITS, true));
    channel.pipeline().addLast(new Passed());
  }

  @Test
  void tlsIsToldOnlyWhereAConnectionBegins() {
    List<LogRecord> told = new ArrayList<>();
    hellos.setFilter(record -> !told.add(record));
    send("\u0016\u0003\u0001\u0002\u0000\u0001");
    assertThat(told).hasSize(1);
    channel = guarded(true);
    send("\u0016");
    assertThat(told).as("its first byte alone").hasSize(2);
    channel = guarded(true);
    send("\u0016\u0004");
    channel = guarded(true);
    send("\u0003\u0016", "\u0003");
    channel = guarded(true);
    send("", "\u0016\u0003");
    assertThat(told).as("another version, no handshake, not at the beginning").hasSize(2);
    told.remove(1);
    channel = guarded(true);
    send(GET, "\u0016\u0003\u0001\u0002\u0000\u0001");
    assertThat(told).hasSize(1);
  }

  private final class Passed extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof ByteBuf bytes) {
        passed.add(bytes.toString(StandardCharsets.ISO_8859_1));
        capacity = bytes.capacity();
        bytes.release();
      } else if (message instanceof HttpRequest request) {
        passed.add(
            "request: " + wrong(request) + ", to be " + request.headers().get("connection") + "d");
      } else if (message instanceof HttpObject end) {
        passed.add("end: " + wrong(end));
      }
    }

    private static String wrong(HttpObject object) {
      return object.decoderResult().isSuccess()
          ? "right"
          : object.decoderResult().cause().getMessage().replaceAll("^[^:]*: |, expected.*", "");
    }
  }
}
