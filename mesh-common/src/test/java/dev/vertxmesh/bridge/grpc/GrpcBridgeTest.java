package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcBridgeTest {

  private static final Buffer HELLO = bytes("000000000568656c6c6f");
  private static final int MAX_MESSAGE = 1 << 20;

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> lost = new CopyOnWriteArrayList<>();
  private volatile Handler<HttpServerRequest> behaviour = GrpcBridgeTest::echo;
  private HttpServer server;
  private GrpcBridge bridge;

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(9, TimeUnit.SECONDS);
  }

  private static Buffer bytes(String hex) {
    return Buffer.buffer(ByteBufUtil.decodeHexDump(hex));
  }

  private void listen(long streams) throws Exception {
    Http2Settings settings = new Http2Settings().setMaxConcurrentStreams(streams);
    server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setPort(0)
                    .setInitialSettings(settings)
                    .setHttp2ConnectionWindowSize(1 << 20)) // Vert.x's own holds one slow reader
            .requestHandler(
                request -> {
                  requests.add(request);
                  behaviour.handle(request);
                });
    get(server.listen());
  }

  private void connect() {
    GrpcOptions options = GrpcOptions.of("127.0.0.1", server.actualPort(), null, MAX_MESSAGE);
    context.runOnContext(
        v ->
            bridge =
                GrpcBridge.open(
                    context,
                    options,
                    new GrpcObserver() {
                      @Override
                      public void onDisconnected(String reason) {
                        lost.add(reason);
                      }
                    }));
    await().until(() -> bridge != null && bridge.isConnected());
  }

  private void start() throws Exception {
    listen(100);
    connect();
  }

  private OneCall call() {
    return OneCall.begin(context, bridge);
  }

  private OneCall hello() {
    return call().send(HELLO).halfClose();
  }

  private static HttpServerResponse grpc(HttpServerRequest request) {
    return request.response().putHeader("content-type", "application/grpc");
  }

  private static void echo(HttpServerRequest request) {
    HttpServerResponse response = grpc(request).putHeader("x-first", "1");
    response.writeHead();
    request.handler(response::write);
    request.endHandler(
        end -> response.putTrailer("grpc-status", "0").putTrailer("x-last", "2").end());
  }

  /** Answers with bytes and an end. */
  private static void answer(HttpServerRequest request, Buffer body) {
    grpc(request).write(body);
    request.response().putTrailer("grpc-status", "0").end();
  }

  @Test
  void aCallIsAStreamWithItsMetadataAndTheAnswerComesBackWithItsTrailers() throws Exception {
    start();
    Deadline soon = Deadline.after(5_000, System.nanoTime());
    Map<String, String> metadata =
        Map.of("x-trace", "t1", "content-type", "application/grpc+proto");
    OneCall call = OneCall.begin(context, bridge, metadata, soon, true);
    call.send(HELLO).send(HELLO).halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.reply().attachments())
        .containsEntry("grpc-status", "0")
        .containsEntry("x-last", "2");
    assertThat(call.metadata()).containsEntry("x-first", "1");
    assertThat(call.body()).isEqualTo(Buffer.buffer().appendBuffer(HELLO).appendBuffer(HELLO));
    HttpServerRequest seen = requests.get(0);
    assertThat(seen.path()).isEqualTo("/com.x.Greeter/Hello");
    assertThat(seen.getHeader("te")).isEqualTo("trailers");
    assertThat(seen.getHeader("content-type")).isEqualTo("application/grpc+proto");
    assertThat(seen.getHeader("x-trace")).isEqualTo("t1");
    assertThat(seen.getHeader("grpc-timeout")).matches("4\\d{6}u");
    assertThat(seen.getHeader("tri-service-group")).isEqualTo("blue");
    assertThat(seen.getHeader("tri-service-version")).isEqualTo("1.0");
  }

  @Test
  void aCallWithoutADeadlineTellsNone() throws Exception {
    start();
    hello().reply();
    assertThat(requests.get(0).getHeader("grpc-timeout")).isNull();
  }

  @Test
  void messagesGoBothWaysBeforeEitherSideHasEnded() throws Exception {
    start();
    OneCall call = call();
    for (int i = 1; i <= 3; i++) {
      call.send(HELLO);
      int bytes = i * HELLO.length();
      await().until(() -> call.bytesRead() == bytes);
    }
    call.halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void headersAloneAreAnAnswerToo() throws Exception {
    start();
    behaviour =
        request ->
            grpc(request).putHeader("grpc-status", "5").putHeader("grpc-message", "no").end();
    OneCall call = hello();
    assertThat(call.reply().status()).isEqualTo(Status.EXCEPTION);
    assertThat(call.reply().attachments())
        .containsEntry("grpc-status", "5")
        .containsEntry("grpc-message", "no");
    assertThat(call.hasAnswer()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7  | UNAVAILABLE | the server reset the stream: REFUSED_STREAM
          8  | CANCELLED   | the server reset the stream: CANCEL
          2  | INTERNAL    | the server reset the stream: INTERNAL_ERROR
          0  | INTERNAL    | the server reset the stream: NO_ERROR
          12 | DENIED      | the server reset the stream: INADEQUATE_SECURITY
          """)
  void aResetMeansWhatGrpcSaysThatItMeans(long code, Status status, String detail)
      throws Exception {
    start();
    behaviour =
        request -> {
          grpc(request).write(HELLO);
          request.response().reset(code);
        };
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(status);
    assertThat(call.failure()).hasMessage(detail);
    behaviour = GrpcBridgeTest::echo;
    assertThat(hello().reply().status()).as("the next call").isEqualTo(Status.OK);
  }

  @ParameterizedTest
  @CsvSource({
    "400, INTERNAL",
    "401, DENIED",
    "403, DENIED",
    "404, NO_METHOD",
    "429, LOST",
    "503, LOST",
    "500, PROVIDER_ERROR",
    "302, PROVIDER_ERROR"
  })
  void anHttpStatusMeansWhatGrpcSaysThatItMeans(int http, Status status) throws Exception {
    start();
    behaviour = request -> request.response().setStatusCode(http).end();
    assertThat(hello().failure().status()).isEqualTo(status);
  }

  @Test
  void whatIsntGrpcIsNamed() throws Exception {
    start();
    behaviour = request -> request.response().putHeader("content-type", "text/html").end("hi");
    assertThat(hello().failure())
        .hasMessage("the answer has the content type 'text/html', expected application/grpc");
    behaviour = request -> grpc(request).end(HELLO);
    assertThat(hello().failure()).hasMessage("the answer has ended without a grpc-status");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0300000000     | INTERNAL  | answer: message 1: its prefix begins with 0x03, expected 00 or 01
          0000000005aa   | INTERNAL  | answer: message 1: it ends 4 bytes before its end, expected 5
          0000100001     | TOO_LARGE | answer: message 1 has 1048577 bytes, expected at most 1048576
          """)
  void brokenMessagesOfTheServerAreNamedAndTheStreamIsReset(
      String hex, Status status, String detail) throws Exception {
    start();
    behaviour = request -> answer(request, bytes(hex));
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(status);
    assertThat(call.failure()).hasMessage(detail);
  }

  @Test
  void aCancelledCallIsResetAndNoOther() throws Exception {
    start();
    OneCall call = call().send(HELLO);
    OneCall other = call().send(HELLO);
    await().until(() -> call.bytesRead() > 0 && other.bytesRead() > 0);
    List<Throwable> resets = new CopyOnWriteArrayList<>();
    requests.get(0).response().exceptionHandler(resets::add);
    call.cancel();
    assertThat(call.failure().status()).isEqualTo(Status.CANCELLED);
    await().until(() -> resets.size() == 1);
    assertThat(resets.get(0)).hasMessageContaining("8");
    other.halfClose();
    assertThat(other.reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void aServerThatDiesInTheMiddleLosesItsCallsAndIsFoundAgain() throws Exception {
    start();
    OneCall call = call().send(HELLO);
    await().until(() -> call.bytesRead() == HELLO.length());
    requests.get(0).connection().close();
    assertThat(call.failure().status()).isEqualTo(Status.LOST);
    await().until(() -> bridge.isConnected() && !lost.isEmpty());
    assertThat(hello().reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void aServerThatLeavesFinishesWhatItHasAndGetsNoMore() throws Exception {
    start();
    OneCall call = call().send(HELLO);
    await().until(() -> call.bytesRead() == HELLO.length());
    requests.get(0).connection().goAway(0);
    await().until(() -> lost.contains("the server is leaving"));
    await().until(() -> bridge.isConnected());
    assertThat(hello().reply().status()).isEqualTo(Status.OK);
    assertThat(requests.get(1).connection()).isNotSameAs(requests.get(0).connection());
    call.send(HELLO).halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.body().length()).isEqualTo(2 * HELLO.length());
  }

  @Test
  void aServerThatSendsItsConnectionsAwayLosesNoCall() throws Exception {
    start();
    for (int i = 0; i < 50; i++) {
      OneCall before = hello();
      before.reply();
      requests.get(i).connection().goAway(0);
      OneCall call = hello();
      assertThat(call.reply().status()).isEqualTo(Status.OK);
      requests.remove(requests.size() - 1);
    }
  }

  @Test
  void whatTheServerNeverTakesWasNeverSent() throws Exception {
    start();
    behaviour = request -> request.connection().goAway(0, 0);
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(requests).as("it was tried again").hasSizeGreaterThan(1);
  }

  @Test
  void whatIsTooLongToBeKeptIsntSentAgain() throws Exception {
    start();
    behaviour =
        request ->
            request.handler(
                bytes -> {
                  if (request.bytesRead() > 80_000) {
                    request.response().reset(7);
                  }
                });
    Buffer large = bytes("0000020000").appendBytes(new byte[128 << 10]);
    OneCall call = call().send(large).halfClose();
    assertThat(call.failure().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(requests).hasSize(1);
  }

  @Test
  void aServerThatTakesFewStreamsGetsMoreConnections() throws Exception {
    listen(2);
    connect();
    List<OneCall> calls = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      calls.add(call().send(HELLO));
    }
    await().until(() -> calls.stream().allMatch(call -> call.bytesRead() > 0));
    assertThat(requests.stream().map(HttpServerRequest::connection).distinct()).hasSize(3);
    calls.forEach(OneCall::halfClose);
    for (OneCall call : calls) {
      assertThat(call.reply().status()).isEqualTo(Status.OK);
    }
  }

  @Test
  void anAnswerThatIsWholeWhenItsStreamIsResetIsRead() throws Exception {
    start();
    Buffer large = Buffer.buffer().appendByte((byte) 0).appendInt(60_000);
    large.appendBytes(new byte[60_000]);
    behaviour =
        request -> {
          answer(request, large);
          vertx.runOnContext(v -> request.response().reset(0)); // as grpc-java's server does
        };
    OneCall call = OneCall.begin(context, bridge, Map.of(), null, false).send(HELLO);
    await().until(call::hasAnswer);
    await().during(100, TimeUnit.MILLISECONDS).until(() -> !call.hasEnded());
    call.read();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.body().length()).isEqualTo(large.length());
  }

  @Test
  void aSlowReaderSlowsItsServerAndNobodyElse() throws Exception {
    start();
    int[] sent = {0};
    Buffer part = bytes("00000003fb").appendBytes(new byte[1019]);
    behaviour =
        request -> {
          HttpServerResponse response = grpc(request);
          Runnable more =
              () -> {
                while (sent[0] < 8_192 && !response.writeQueueFull()) {
                  sent[0]++;
                  response.write(part);
                }
                if (sent[0] == 8_192) {
                  sent[0]++;
                  response.putTrailer("grpc-status", "0").end();
                }
              };
          response.drainHandler(room -> more.run());
          more.run();
        };
    OneCall slow = OneCall.begin(context, bridge, Map.of(), null, false).halfClose();
    await().until(slow::hasAnswer);
    behaviour = GrpcBridgeTest::echo;
    for (int i = 0; i < 50; i++) {
      assertThat(hello().reply().status()).isEqualTo(Status.OK);
    }
    assertThat(sent[0]).as("KiB sent to who doesn't read").isLessThan(1_024);
    slow.read();
    assertThat(slow.reply().status()).isEqualTo(Status.OK);
    assertThat(slow.body().length()).isEqualTo(8 << 20);
  }

  @Test
  void aSlowServerSlowsItsCallerAndNobodyElse() throws Exception {
    start();
    behaviour =
        request -> {
          request.pause();
          echo(request);
        };
    OneCall slow = call();
    Buffer part = bytes("0000003ffb").appendBytes(new byte[(16 << 10) - 5]);
    Stream.generate(() -> part).limit(512).forEach(slow::send);
    await().until(() -> requests.size() == 1);
    behaviour = GrpcBridgeTest::echo;
    for (int i = 0; i < 50; i++) {
      assertThat(hello().reply().status()).isEqualTo(Status.OK);
    }
    assertThat(slow.requestsAreTaken()).as("8 MB were taken").isFalse();
    requests.get(0).resume();
    slow.halfClose();
    assertThat(slow.reply().status()).isEqualTo(Status.OK);
    assertThat(slow.body().length()).isEqualTo(8 << 20);
  }

  @Test
  void withoutAConnectionACallFailsWithTheReason() throws Exception {
    start();
    get(server.close());
    await().until(() -> !bridge.isConnected());
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(call.failure()).hasMessageStartingWith("not connected: ");
    assertThat(call.failure().where()).isEqualTo("grpc 127.0.0.1:" + server.actualPort());
  }

  @Test
  void aDeadlineThatHasPassedIsntTried() throws Exception {
    start();
    Deadline past = new Deadline(System.nanoTime() - 1);
    OneCall call = OneCall.begin(context, bridge, Map.of(), past, true);
    assertThat(call.failure().status()).isEqualTo(Status.TIMEOUT);
    assertThat(requests).isEmpty();
  }
}
