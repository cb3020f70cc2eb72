package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.ErrorTable;
import dev.vertxmesh.ingress.grpc.RawGrpc.Answer;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrpcIngressTest {

  private static final String PATH = "/com.x.Greeter/Hello";
  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());

  private final Vertx vertx = Vertx.vertx();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile Function<Call, Future<Reply>> provider = GrpcIngressTest::echo;
  private int port;
  private RawGrpc client;

  private final Http2Connections connections =
      new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime);

  @BeforeEach
  void listen() throws Exception {
    listen(0);
  }

  private void listen(long quietMillis) throws Exception {
    GrpcIngress ingress =
        new GrpcIngress(
            vertx,
            call -> {
              calls.add(call);
              return provider.apply(call);
            },
            new GrpcIngressOptions(1_000, "mesh-consumer", "x-cart", quietMillis),
            connections,
            System::nanoTime);
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setPort(0))
            .connectionHandler(connections::onConnection)
            .requestHandler(request -> connections.whenGreeted(request, ingress));
    port = RawGrpc.await(server.listen()).actualPort();
    client = new RawGrpc(vertx, port);
  }

  @AfterEach
  void close() throws Exception {
    RawGrpc.await(vertx.close());
  }

  /** Answers each buffer as it comes, and ends when its caller has. */
  private static Future<Reply> echo(Call call) {
    Promise<Reply> promise = Promise.promise();
    FilledStream answer = new FilledStream(() -> {});
    var requests = call.exchange().requests();
    call.exchange().answer(Map.of("content-type", "application/grpc", "x-first", "1"), answer);
    requests.handler(answer::add);
    requests.endHandler(
        end -> {
          answer.end();
          promise.complete(reply(Status.OK, "grpc-status", "0", "x-last", "2"));
        });
    requests.resume();
    call.onCancel(
        () -> promise.fail(new CallFailure(Status.CANCELLED, "mesh-consumer", "cancelled")));
    return promise.future();
  }

  private static Reply reply(Status status, String... trailers) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < trailers.length; i += 2) {
      map.put(trailers[i], trailers[i + 1]);
    }
    return new Reply(status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, map);
  }

  /** Reads nothing, and ends when it's cancelled. */
  private static Future<Reply> silent(Call call) {
    Promise<Reply> promise = Promise.promise();
    call.exchange().requests().resume();
    call.onCancel(
        () -> promise.fail(new CallFailure(Status.CANCELLED, "mesh-consumer", "cancelled")));
    return promise.future();
  }

  @Test
  void aCallOfWhichNothingPassesEndsAndSaysSo() throws Exception {
    listen(400);
    provider = GrpcIngressTest::silent;
    HttpClientRequest request = client.begin(HttpMethod.POST, "/com.x.Hello/greet");
    HttpClientResponse response = RawGrpc.await(request.response());
    assertThat(response.getHeader("grpc-status")).isEqualTo("4");
    assertThat(response.getHeader("grpc-message")).contains("no message passed for 400 ms");
    await().until(() -> calls.get(0).isCancelled());
  }

  private static Buffer bytes(String hex) {
    return Buffer.buffer(ByteBufUtil.decodeHexDump(hex));
  }

  @Test
  void aRequestBecomesACallAndTheAnswerHeadersMessagesAndTrailers() throws Exception {
    Answer answer =
        client.call(PATH, HELLO, "x-trace", "t1", "tri-service-group", "blue", "x-cart", "17");
    assertThat(answer.body()).isEqualTo(HELLO);
    assertThat(answer.headers().get("x-first")).isEqualTo("1");
    assertThat(answer.headers().get("content-type")).isEqualTo("application/grpc");
    assertThat(answer.trailers().get("x-last")).isEqualTo("2");
    assertThat(answer.code()).isEqualTo("0");
    Call call = calls.get(0);
    assertThat(call.target())
        .isEqualTo(new Target(new ServiceKey("com.x.Greeter", "blue", ""), "Hello", ""));
    assertThat(call.encoding()).isEqualTo(Encoding.GRPC);
    assertThat(call.attachments()).containsEntry("x-trace", "t1");
    assertThat(call.attachments()).doesNotContainKeys("te", "tri-service-group", "grpc-timeout");
    assertThat(call.affinity()).isEqualTo("17");
    assertThat(call.deadline().isNone(System.nanoTime())).isTrue();
    assertThat(call.isCancelled()).isFalse();
  }

  @Test
  void anAnswerWithoutMessagesHasItsHeadersAndItsTrailersApart() throws Exception {
    Answer answer = client.call(PATH, Buffer.buffer());
    assertThat(answer.headers().get("x-first")).isEqualTo("1");
    assertThat(answer.headers().get("x-last")).isNull();
    assertThat(answer.trailers().get("x-last")).isEqualTo("2");
    assertThat(answer.trailers().get("grpc-status")).isEqualTo("0");
  }

  @Test
  void messagesGoBothWaysBeforeEitherSideHasEnded() throws Exception {
    HttpClientRequest request = client.begin(HttpMethod.POST, PATH);
    HttpClientResponse response = RawGrpc.await(request.response());
    List<Buffer> got = new CopyOnWriteArrayList<>();
    response.handler(got::add);
    response.resume();
    for (int i = 1; i <= 3; i++) {
      request.write(HELLO);
      int count = i;
      await().until(() -> got.size() == count);
    }
    Future<Void> ended = response.end();
    request.end();
    RawGrpc.await(ended);
    assertThat(response.trailers().get("grpc-status")).isEqualTo("0");
  }

  @Test
  void aTimeoutIsTheCallsDeadline() throws Exception {
    client.call(PATH, HELLO, "grpc-timeout", "50S");
    assertThat(calls.get(0).deadline().millisLeft(System.nanoTime())).isBetween(30_000L, 50_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /com.x.Greeter/Hello | 0S  | 4  | the deadline had passed when the call came
          /com.x.Greeter/Hello | 10d | 3  | grpc-timeout: '10d', expected one to eight digits and one of H, M, S, m, u, n
          /com.x.Greeter       | 9S  | 12 | path: '/com.x.Greeter', expected /{package.Service}/{Method}
          /com.x.Greeter/      | 9S  | 12 | path: '/com.x.Greeter/', expected /{package.Service}/{Method}
          //Hello              | 9S  | 12 | path: '//Hello', expected /{package.Service}/{Method}
          /a/b/c               | 9S  | 12 | path: '/a/b/c', expected /{package.Service}/{Method}
          """)
  void whatIsNoCallEndsHereWithHeadersAlone(
      String path, String timeout, String code, String message) throws Exception {
    Answer answer = client.call(path, HELLO, "grpc-timeout", timeout);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.message()).isEqualTo("mesh-consumer: " + message);
    assertThat(answer.body().length()).isZero();
    assertThat(calls).isEmpty();
  }

  @Test
  void whatGoesWrongHasTheCallsId() throws Exception {
    provider = call -> Future.failedFuture(new CallFailure(Status.LOST, "agent", "gone"));
    assertThat(idOfEnd(PATH, "x-request-id", "order-7")).isEqualTo("order-7");
    assertThat(idOfEnd(PATH)).matches("[0-9a-f]{32}");
    assertThat(idOfEnd("/a/b/c", "x-request-id", "order-8")).isEqualTo("order-8");
  }

  private String idOfEnd(String path, String... headers) throws Exception {
    return client.call(path, HELLO, headers).headers().get("x-request-id");
  }

  @Test
  void whatNamesACallGoesOn() throws Exception {
    client.call(PATH, HELLO, "traceparent", "00-1-2-01", "sw8", "1-x", "baggage", "a=1");
    assertThat(calls.get(0).attachments())
        .containsEntry("traceparent", "00-1-2-01")
        .containsEntry("sw8", "1-x")
        .containsEntry("baggage", "a=1");
  }

  @Test
  void onlyPostIsACall() throws Exception {
    Answer answer = client.call(HttpMethod.PUT, PATH, Buffer.buffer());
    assertThat(answer.code()).isEqualTo("12");
    assertThat(answer.message()).isEqualTo("mesh-consumer: method: PUT, expected POST");
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"OK", "EXCEPTION"})
  void everyFailureHasTheStatusOfTheTable(Status status) throws Exception {
    provider = call -> Future.failedFuture(new CallFailure(status, "agent", "100 % wrong: é"));
    Answer answer = client.call(PATH, HELLO);
    assertThat(answer.code()).isEqualTo("" + ErrorTable.of(status).grpc());
    assertThat(answer.message()).isEqualTo("agent: 100 %25 wrong: %C3%A9");
    assertThat(answer.headers().get("content-type")).isEqualTo("application/grpc");
  }

  @Test
  void aStatusOfTheMethodsOwnPassesAsItStands() throws Exception {
    provider =
        call ->
            Future.succeededFuture(
                reply(
                    Status.EXCEPTION,
                    "grpc-status",
                    "5",
                    "grpc-message",
                    "no%20such",
                    "grpc-status-details-bin",
                    "CAUSBQ=="));
    Answer answer = client.call(PATH, HELLO);
    assertThat(answer.code()).isEqualTo("5");
    assertThat(answer.message()).isEqualTo("no%20such");
    assertThat(answer.trailers().get("grpc-status-details-bin")).isEqualTo("CAUSBQ==");
  }

  @Test
  void trailersThatCantBePassedOnEndTheCallAllTheSame() throws Exception {
    Promise<Throwable> thrown = Promise.promise();
    provider =
        call -> {
          Promise<Reply> end = Promise.promise(); // without a context, as a link's
          vertx.runOnContext(
              turn -> {
                try {
                  end.complete(reply(Status.EXCEPTION, "grpc-status", "5", "x-bad", "a\u007fb"));
                } catch (IllegalArgumentException e) {
                  thrown.complete(e); // which ends the link, and all calls on it
                }
              });
          return end.future();
        };
    Answer answer = client.call(PATH, HELLO);
    assertThat(answer.code()).isEqualTo("13");
    assertThat(answer.message()).contains("the answer's trailers: ");
    assertThat(thrown.future().isComplete()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0700000000     | 13 | its prefix begins with 0x07, expected 00 or 01
          0100000001aa   | 13 | it is compressed, but there's no grpc-encoding that says how
          0000000005abcd | 13 | it ends 3 bytes before its end, expected 5
          0000           | 13 | it ends after 2 of the 5 bytes of its prefix
          00000003e9     | 8  | has 1001 bytes, expected at most 1000
          """)
  void brokenMessagesEndTheCallAtBothEnds(String hex, String code, String words) throws Exception {
    provider = GrpcIngressTest::silent;
    Answer answer = client.call(PATH, bytes(hex));
    assertThat(answer.code()).isEqualTo(code);
    assertThat(answer.message()).startsWith("mesh-consumer: request: message 1").contains(words);
    await().until(() -> calls.get(0).isCancelled());
    provider = GrpcIngressTest::echo;
    assertThat(client.call(PATH, HELLO).code()).as("the next call").isEqualTo("0");
  }

  @Test
  void aFailureInTheMiddleOfTheAnswerIsItsTrailers() throws Exception {
    Promise<Reply> end = Promise.promise();
    provider =
        call -> {
          FilledStream messages = new FilledStream(() -> {});
          call.exchange().answer(Map.of("content-type", "application/grpc"), messages);
          messages.add(HELLO);
          return end.future();
        };
    HttpClientRequest request = client.begin(HttpMethod.POST, PATH);
    HttpClientResponse response = RawGrpc.await(request.response());
    Future<Buffer> body = response.body();
    response.resume();
    end.fail(new CallFailure(Status.LOST, "grpc h:1", "gone"));
    assertThat(RawGrpc.await(body)).isEqualTo(HELLO);
    assertThat(response.trailers().get("grpc-status")).isEqualTo("14");
    assertThat(response.trailers().get("grpc-message")).isEqualTo("grpc h:1: gone");
  }

  @Test
  void aClientThatResetsTheStreamCancelsItsCallAndNoOther() throws Exception {
    provider = GrpcIngressTest::silent;
    HttpClientRequest request = client.begin(HttpMethod.POST, PATH);
    HttpClientRequest other = client.begin(HttpMethod.POST, PATH);
    await().until(() -> calls.size() == 2);
    request.reset(8);
    await().until(() -> calls.get(0).isCancelled());
    assertThat(calls.get(1).isCancelled()).isFalse();
    other.reset(8);
  }

  @Test
  void aClientThatIsGoneCancelsAllItsCalls() throws Exception {
    provider = GrpcIngressTest::silent;
    client.begin(HttpMethod.POST, PATH);
    client.begin(HttpMethod.POST, PATH);
    await().until(() -> calls.size() == 2);
    RawGrpc.await(client.connection().close());
    await().until(() -> calls.stream().allMatch(Call::isCancelled));
  }

  @Test
  void aCallThatEndsBeforeItsClientHasEndedIsReadNoFurther() throws Exception {
    provider = call -> Future.succeededFuture(reply(Status.OK, "grpc-status", "0"));
    Promise<Throwable> broken = Promise.promise();
    HttpClientRequest request = client.begin(HttpMethod.POST, PATH, broken::tryComplete);
    assertThat(RawGrpc.await(request.response()).getHeader("grpc-status")).isEqualTo("0");
    assertThat(RawGrpc.await(broken.future())).hasMessageContaining("reset: 0");
  }

  @Test
  void whoDoesntReadIsntSentMoreThanItsWindowAndHoldsUpNobodyElse() throws Exception {
    FilledStream messages = new FilledStream(() -> {});
    Promise<Context> context = Promise.promise();
    provider =
        call -> {
          call.exchange().answer(Map.of("content-type", "application/grpc"), messages);
          context.complete(Vertx.currentContext());
          return Promise.<Reply>promise().future();
        };
    HttpClientRequest request = client.begin(HttpMethod.POST, PATH);
    HttpClientResponse response = RawGrpc.await(request.response());
    Buffer part = Buffer.buffer(new byte[16 << 10]);
    RawGrpc.await(context.future())
        .runOnContext(
            v -> {
              for (int i = 0; i < 1_000; i++) {
                messages.add(part);
              }
            });
    provider = GrpcIngressTest::echo;
    for (int i = 0; i < 50; i++) {
      RawGrpc other = new RawGrpc(vertx, port);
      assertThat(other.call(PATH, HELLO).code()).isEqualTo("0");
    }
    assertThat(messages.isEmpty()).as("all 16 MB were taken").isFalse();
    int[] read = {0};
    response.handler(buffer -> read[0] += buffer.length());
    response.resume();
    await().until(messages::isEmpty);
    await().until(() -> read[0] == 1_000 * (16 << 10));
    request.reset(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/grpc", "application/grpc+proto"})
  void httpOneIsRefusedInWordsThatItsClientsCanRead(String type) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + PATH))
            .version(HttpClient.Version.HTTP_1_1)
            .header("content-type", type)
            .POST(BodyPublishers.ofByteArray(HELLO.getBytes()))
            .build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(505);
    assertThat(new JsonObject(response.body()).getString("detail"))
        .isEqualTo(
            "content-type: '%s' over http/1.1, expected HTTP/2 (without TLS: by prior knowledge),"
                    .formatted(type)
                + " or JSON");
    assertThat(calls).isEmpty();
  }
}
