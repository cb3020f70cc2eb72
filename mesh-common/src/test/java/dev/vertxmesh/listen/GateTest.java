package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.http1.GuardedServers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real sockets at a real server; who asks for /wait is answered when the test says so. */
class GateTest {

  private static final long NEVER = TimeUnit.HOURS.toMillis(1);
  private static final long SOON = 200;
  private static final String GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  private static final String GET_WAIT = "GET /wait HTTP/1.1\r\nhost: x\r\n\r\n";

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int CONTINUATION = 9;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** {@code GET /}, of http and authority x, from HPACK's static table. */
  private static final byte[] GET_BLOCK = ByteBufUtil.decodeHexDump("828684410178");

  private final Vertx vertx = Vertx.vertx();
  private final Map<CloseReason, Integer> ends = new EnumMap<>(CloseReason.class);
  private final Queue<HttpServerRequest> waiting = new ConcurrentLinkedQueue<>();
  private final List<Socket> sockets = new ArrayList<>();
  private ConnectionCount count = new ConnectionCount(100, 0);
  private long headMillis = NEVER;
  private long idleMillis = NEVER;
  private long heldBytes = 1 << 20;
  private int allStreams = 100;
  private boolean opening;
  private long stoodAt;
  private int port;
  private int nextStream = 1;

  @AfterEach
  void close() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    get(vertx.close());
    assertThat(count.open()).isZero();
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private void listen() throws Exception {
    ListenOptions options = new ListenOptions(headMillis, idleMillis, 0, 2, allStreams, heldBytes);
    Gate gate = new Gate(vertx, options, count, this::onEnd, this::clock);
    HttpServer server =
        GuardedServers.create(
                vertx,
                new HttpServerOptions()
                    .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(2)),
                gate::onAccept)
            .connectionHandler(gate::onConnection)
            .requestHandler(this::answer);
    port = get(server.listen(0, "127.0.0.1")).actualPort();
  }

  /** Stands still while a caller connects and sends: a test may be slower at that than callers. */
  private synchronized long clock() {
    return opening ? stoodAt : System.nanoTime();
  }

  private synchronized void opening(boolean begins) {
    stoodAt = System.nanoTime();
    opening = begins;
  }

  private synchronized void onEnd(CloseReason end) {
    ends.merge(end, 1, Integer::sum);
  }

  private synchronized int ended(CloseReason end) {
    return ends.getOrDefault(end, 0);
  }

  private void answer(HttpServerRequest request) {
    if (request.path().equals("/wait")) {
      waiting.add(request);
    } else {
      request.response().end(request.version().alpnName());
    }
  }

  private Socket open(String text) throws IOException {
    return open(text.getBytes(StandardCharsets.US_ASCII));
  }

  private Socket open(byte[] bytes) throws IOException {
    opening(true);
    Socket socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(100_000);
    sockets.add(socket);
    socket.getOutputStream().write(bytes);
    opening(false);
    return socket;
  }

  /** All that comes until the other side closes. */
  private static String rest(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException reset) {
      return "";
    }
  }

  /** Reads an answer up to the end of the body that every answer here has. */
  private static String answer(Socket socket) throws IOException {
    StringBuilder text = new StringBuilder();
    while (!text.toString().endsWith("http/1.1")) {
      int next = socket.getInputStream().read();
      assertThat(next).as("after %s", text).isNotNegative();
      text.append((char) next);
    }
    return text.toString();
  }

  private static byte[] frames(byte[]... all) {
    ByteBuf bytes = Unpooled.buffer();
    for (byte[] one : all) {
      bytes.writeBytes(one);
    }
    return ByteBufUtil.getBytes(bytes);
  }

  private static byte[] frame(int type, int flags, int stream, byte... payload) {
    ByteBuf bytes = Unpooled.buffer();
    bytes.writeMedium(payload.length).writeByte(type).writeByte(flags).writeInt(stream);
    return ByteBufUtil.getBytes(bytes.writeBytes(payload));
  }

  private static byte[] hello() {
    return frames(PREFACE.getBytes(StandardCharsets.US_ASCII), frame(SETTINGS, 0, 0));
  }

  @Test
  void whoSaysNothingIsClosed() throws Exception {
    headMillis = SOON;
    listen();
    assertThat(rest(open(""))).isEmpty();
    assertThat(ended(CloseReason.HEAD)).isEqualTo(1);
  }

  @Test
  void whoDoesntFinishAHeadIsToldSo() throws Exception {
    headMillis = SOON;
    listen();
    assertThat(rest(open("GET / HTTP/1.1\r\nhost: "))).startsWith("HTTP/1.1 408 ");
    assertThat(ended(CloseReason.HEAD)).isEqualTo(1);
  }

  @Test
  void halfOfHttp2sPrefaceIsNoHead() throws Exception {
    headMillis = SOON;
    listen();
    assertThat(rest(open(PREFACE.substring(0, 20)))).startsWith("HTTP/1.1 408 ");
    assertThat(rest(open(PREFACE))).contains("didn't come to an end in time");
    assertThat(ended(CloseReason.HEAD)).isEqualTo(2);
  }

  @Test
  void aHeadThatComesByteByByteIsTaken() throws Exception {
    listen();
    Socket socket = open("");
    for (byte one : GET.getBytes(StandardCharsets.US_ASCII)) {
      socket.getOutputStream().write(one);
    }
    assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
    socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
    assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void whoHasHadItsAnswerMayBeIdleForAWhile() throws Exception {
    idleMillis = SOON;
    listen();
    Socket socket = open(GET);
    assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
    assertThat(rest(socket)).isEmpty();
    assertThat(ended(CloseReason.IDLE)).isEqualTo(1);
  }

  @Test
  void anIdleConnectionOfHttp2GetsAGoAwayThatSaysAllIsWell() throws Exception {
    idleMillis = SOON;
    listen();
    Socket socket = open(hello());
    String end = rest(socket);
    assertThat(end.substring(end.length() - 17))
        .isEqualTo(
            new String(
                ByteBufUtil.decodeHexDump("0000080700" + "00000000" + "0000000000000000"),
                StandardCharsets.ISO_8859_1));
    assertThat(ended(CloseReason.IDLE)).isEqualTo(1);
  }

  @Test
  void whoWaitsForItsAnswerIsNotIdle() throws Exception {
    idleMillis = SOON;
    headMillis = SOON;
    listen();
    Socket socket = open(GET_WAIT);
    await().until(() -> waiting.size() == 1);
    Socket idle = open(GET);
    answer(idle);
    assertThat(rest(idle)).isEmpty(); // so it's been looked at for as long, too
    waiting.remove().response().end("http/1.1");
    assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aBodyThatNobodyWaitsForMustComeSoon() throws Exception {
    headMillis = SOON;
    listen();
    Socket socket = open("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc");
    assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
    assertThat(rest(socket)).isEmpty();
    assertThat(ended(CloseReason.HEAD)).isEqualTo(1);
  }

  @Test
  void theOldestThatNeverAskedMakesRoom() throws Exception {
    count = new ConnectionCount(2, 0);
    listen();
    Socket serving = open(GET);
    answer(serving);
    Socket silent = open("");
    await().until(() -> count.open() == 2);
    Socket next = open(GET);
    assertThat(answer(next)).startsWith("HTTP/1.1 200 ");
    assertThat(rest(silent)).isEmpty();
    assertThat(ended(CloseReason.ROOM)).isEqualTo(1);
    assertThat(rest(open(""))).isEmpty(); // both that are there are in service
    assertThat(ended(CloseReason.FULL)).isEqualTo(1);
    serving.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
    assertThat(answer(serving)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void oneOfHttp2WeighsMoreAndIsRefusedWhereThatIsTooMuch() throws Exception {
    count = new ConnectionCount(ConnectionCount.HTTP2, 0);
    listen();
    Socket serving = open(GET);
    answer(serving);
    rest(open(hello())); // up to its end; Netty's first settings may have left
    assertThat(ended(CloseReason.FULL)).isEqualTo(1);
  }

  @Test
  void anAddressThatHasItsShareIsRefused() throws Exception {
    count = new ConnectionCount(100, 1);
    listen();
    Socket first = open(GET);
    answer(first);
    assertThat(rest(open(""))).isEmpty();
    assertThat(ended(CloseReason.ADDRESS)).isEqualTo(1);
    first.close();
    await().until(() -> count.open() == 0);
    assertThat(answer(open(GET))).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void theOldestUnfinishedHeadGoesWhenAllTogetherAreTooLarge() throws Exception {
    heldBytes = 10_000;
    listen();
    String head = "GET / HTTP/1.1\r\nhost: x\r\nx: " + "a".repeat(4_000);
    Socket first = open(head);
    await().until(() -> count.open() == 1);
    Socket second = open(head);
    await().until(() -> count.open() == 2);
    Socket third = open(head);
    assertThat(rest(first)).isEmpty();
    assertThat(ended(CloseReason.HELD)).isEqualTo(1);
    third.getOutputStream().write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(answer(third)).startsWith("HTTP/1.1 200 ");
    second.getOutputStream().write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(answer(second)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void whoFloodsIsToldToBeCalm() throws Exception {
    listen();
    byte[] pings = frames(hello(), frames(many(PING, 0, 8)));
    assertThat(rest(open(pings))).contains("too many frames that belong to no request");
    assertThat(ended(CloseReason.FLOOD)).isEqualTo(1);
  }

  @Test
  void aHeaderBlockOfNothingIsAFlood() throws Exception {
    listen();
    byte[] block = frame(HEADERS, 0, 1, GET_BLOCK);
    byte[] bytes = frames(hello(), block, frames(many(CONTINUATION, 1, 0)));
    assertThat(rest(open(bytes))).contains("too many frames that belong to no request");
  }

  private static byte[][] many(int type, int stream, int length) {
    byte[][] all = new byte[FrameBudget.BURST + 1][];
    for (int i = 0; i < all.length; i++) {
      all[i] = frame(type, 0, stream, new byte[length]);
    }
    return all;
  }

  @Test
  void aHeaderBlockMustEnd() throws Exception {
    headMillis = SOON;
    listen();
    byte[] whole = frame(HEADERS, END_HEADERS | END_STREAM, 1, GET_BLOCK);
    byte[] begun = frame(HEADERS, END_STREAM, 3, GET_BLOCK);
    assertThat(rest(open(frames(hello(), whole, begun)))).contains("didn't come to an end in time");
    assertThat(ended(CloseReason.HEAD)).isEqualTo(1);
  }

  @Test
  void whoDoesntAcknowledgeTheBoundOfStreamsIsHeldToIt() throws Exception {
    listen();
    awaitRefusal(open(frames(hello(), getWait(1), getWait(3), getWait(5))), 5);
    await().until(() -> waiting.size() == 2);
  }

  @Test
  void allConnectionsTogetherHaveABoundOfStreams() throws Exception {
    allStreams = 1;
    listen();
    open(frames(hello(), getWait(1)));
    await().until(() -> waiting.size() == 1);
    Socket other = open(frames(hello(), getWait(1)));
    awaitRefusal(other, 1);
    waiting.remove().response().end();
    await()
        .until(
            () -> {
              other.getOutputStream().write(getWait(nextStream += 2));
              return waiting.size() == 1;
            });
  }

  private static byte[] getWait(int stream) {
    byte[] block = ByteBufUtil.decodeHexDump("828641017804052f77616974"); // GET /wait
    return frame(HEADERS, END_HEADERS | END_STREAM, stream, block);
  }

  /** Reads up to the reset of a stream that says that it was refused. */
  private static void awaitRefusal(Socket socket, int stream) throws IOException {
    byte[] reset = frame(RST_STREAM, 0, stream, (byte) 0, (byte) 0, (byte) 0, (byte) 7);
    String refused = new String(reset, StandardCharsets.ISO_8859_1);
    StringBuilder text = new StringBuilder();
    while (text.indexOf(refused) < 0) {
      int next = socket.getInputStream().read();
      assertThat(next).isNotNegative();
      text.append((char) next);
    }
  }

  @Test
  void aRequestWithABodyIsNoUpgrade() throws Exception {
    listen();
    Socket socket = open(upgrade("content-length: 3") + "abc");
    assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
    Socket chunked = open(upgrade("transfer-encoding: chunked") + "3\r\nabc\r\n0\r\n\r\n");
    assertThat(answer(chunked)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aRequestWithoutABodyGoesOnAsHttp2AndItsFramesAreCounted() throws Exception {
    listen();
    Socket socket = open(upgrade("content-length: 0"));
    String begin = "HTTP/1.1 101 Switching Protocols";
    assertThat(new String(socket.getInputStream().readNBytes(begin.length()))).isEqualTo(begin);
    socket.getOutputStream().write(frames(hello(), frames(many(PING, 0, 8))));
    assertThat(rest(socket)).contains("h2c").contains("too many frames");
    assertThat(ended(CloseReason.FLOOD)).isEqualTo(1);
  }

  @Test
  void anUpgradeThatIsNotMeantForThisHopIsAnsweredAsHttp1() throws Exception {
    listen();
    String upgrade = upgrade("content-length: 0");
    for (String connection : new String[] {"connection: keep-alive", "connection: upgrade"}) {
      Socket socket = open(upgrade.replace("connection: upgrade, http2-settings", connection));
      assertThat(answer(socket)).startsWith("HTTP/1.1 200 ");
    }
    Socket without = open(upgrade.replace("connection: upgrade, http2-settings\r\n", ""));
    assertThat(answer(without)).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void whoHasUpgradedIsNoStrangerOnceItsPrefaceHasCome() throws Exception {
    count = new ConnectionCount(ConnectionCount.HTTP2, 0);
    listen();
    Socket socket = open(upgrade("content-length: 0"));
    String begin = "HTTP/1.1 101 Switching Protocols";
    assertThat(new String(socket.getInputStream().readNBytes(begin.length()))).isEqualTo(begin);
    assertThat(count.isFull()).as("it may still make room for another").isFalse();
    socket.getOutputStream().write(frames(hello()));
    await().until(count::isFull);
  }

  private static String upgrade(String header) {
    return "POST / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, http2-settings\r\nupgrade: h2c\r\n"
        + ("http2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n" + header + "\r\n\r\n");
  }

  @Test
  void boundsAreNumbersFromOne() {
    assertThatThrownBy(() -> new ListenOptions(0, 1, 0, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("head 0 ms");
  }
}
