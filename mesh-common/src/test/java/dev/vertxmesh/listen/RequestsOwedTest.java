package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.http1.GuardedServers;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestsOwedTest {

  private static final String WAIT = "GET /wait HTTP/1.1\r\nhost: x\r\n\r\n";
  private static final String GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  private static final HttpRequest NONE = request(0, 0);

  private final RequestsOwed owed = new RequestsOwed();
  private final Vertx vertx = Vertx.vertx();
  private final ConnectionCount count = new ConnectionCount(100, 0);
  private final List<CloseReason> ends = new CopyOnWriteArrayList<>();
  private final List<HttpServerRequest> waiting = new CopyOnWriteArrayList<>();
  private int port;

  /**
   * @param held bytes that all together may hold
   */
  private void listen(int held) throws Exception {
    ListenOptions options = new ListenOptions(100_000, 100_000, 0, 2, 2, held);
    Gate gate = new Gate(vertx, options, count, ends::add, System::nanoTime);
    HttpServer server =
        GuardedServers.create(vertx, new HttpServerOptions(), gate::onAccept)
            .connectionHandler(gate::onConnection)
            .requestHandler(this::onRequest);
    port = get(server.listen(0, "127.0.0.1")).actualPort();
  }

  private static HttpRequest request(int headers, int length) {
    HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    for (int i = 0; i < headers; i++) {
      request.headers().add("h", "x".repeat(length));
    }
    return request;
  }

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
    assertThat(count.open()).isZero();
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private void onRequest(HttpServerRequest request) {
    if (request.path().equals("/wait")) {
      waiting.add(request);
    } else {
      request.response().end("answer");
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(100_000);
    return socket;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void oneAfterTheOtherHoldsNothing() {
    for (int i = 0; i < 3; i++) {
      owed.onRequest(request(1, 10));
      assertThat(owed.isAnyAhead()).isFalse();
      owed.onRequestEnd();
      assertThat(owed.phase(false)).isEqualTo(ConnectionPhase.BUSY);
      owed.onAnswerEnd();
      assertThat(owed.bytes()).isZero();
      assertThat(owed.phase(false)).isEqualTo(ConnectionPhase.IDLE);
    }
  }

  @Test
  void whatIsAheadGoesWithTheAnswersBeforeIt() {
    owed.onRequest(NONE);
    owed.onRequest(NONE);
    int one = owed.aheadBytes();
    owed.onRequest(request(1, 1_000));
    assertThat(owed.aheadBytes()).isGreaterThan(2 * one + 1_000);
    owed.onAnswerEnd();
    assertThat(owed.aheadBytes()).isGreaterThan(one + 1_000);
    owed.onAnswerEnd();
    assertThat(owed.aheadBytes()).isZero();
    assertThat(owed.isAnyAhead()).isFalse();
    assertThat(owed.phase(false)).isEqualTo(ConnectionPhase.BUSY);
  }

  @Test
  void bodiesAheadCountUntilTheirTurn() {
    owed.onRequest(NONE);
    owed.onRequestEnd();
    owed.onRequest(NONE);
    int head = owed.bytes();
    owed.onBodyAhead(5_000);
    assertThat(owed.bytes()).isEqualTo(head + 5_000);
    owed.onAnswerEnd();
    assertThat(owed.bytes()).isZero();
  }

  @Test
  void aLargeHeadThatWasAheadHoldsOnInItsTurn() {
    owed.onRequest(NONE);
    owed.onRequestEnd();
    owed.onRequest(request(1, 8_000));
    owed.onAnswerEnd();
    assertThat(owed.aheadBytes()).isZero();
    assertThat(owed.bytes()).isGreaterThan(8_000);
    owed.onAnswerEnd();
    assertThat(owed.phase(false)).isEqualTo(ConnectionPhase.LEFT_OVER);
    assertThat(owed.bytes()).isGreaterThan(8_000);
    owed.onRequestEnd();
    assertThat(owed.bytes()).isZero();
  }

  @Test
  void aHeadOfUsualSizeCountsAsTheConnections() {
    owed.onRequest(request(1, (2 << 10) - "/h".length()));
    assertThat(owed.bytes()).isZero();
    owed.onRequestEnd();
    owed.onAnswerEnd();
    owed.onRequest(request(1, (2 << 10) - "/h".length() + 1));
    assertThat(owed.bytes()).isEqualTo((2 << 10) + 1);
  }

  @Test
  void manySmallHeadersHoldMoreThanTheirCharacters() {
    owed.onRequest(request(90, 1));
    assertThat(owed.bytes()).isGreaterThan(7_000);
  }

  @Test
  void someAheadOfTheirTurnAreAnswered() throws Exception {
    listen(100_000);
    try (Socket socket = connect()) {
      socket.getOutputStream().write(bytes(WAIT + GET.repeat(50)));
      await().until(() -> waiting.size() == 1);
      waiting.get(0).response().end("first");
      String last = GET.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
      socket.getOutputStream().write(bytes(last));
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(all.split("HTTP/1.1 200 OK", -1)).hasSize(1 + 52);
      assertThat(ends).isEmpty();
    }
  }

  /** Vert.x reads until four wait, which are more than that. */
  @Test
  void moreThanAllMayHoldEndsWhoHasHeldTheLongest() throws Exception {
    listen(3_000);
    try (Socket modest = connect();
        Socket greedy = connect()) {
      greedy.getOutputStream().write(bytes(WAIT + GET.repeat(50)));
      await().until(() -> count.open() == 1 && !waiting.isEmpty());
      assertThat(ends).containsExactly(CloseReason.HELD);
      modest.getOutputStream().write(bytes(GET));
      assertThat(modest.getInputStream().read()).isEqualTo('H');
    }
  }
}
