package dev.vertxmesh.ingress.grpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.Cors;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WebIngressTest {

  private static final String BINARY = "application/grpc-web+proto";
  private static final String TEXT = "application/grpc-web-text+proto";
  private static final String PAGE = "https://shop.example.com";

  private final Vertx vertx = Vertx.vertx();
  private final List<HttpClient> clients = new ArrayList<>();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private volatile Function<Call, Future<Reply>> provider = this::echo;
  private int port;

  private record Answer(int status, Map<String, String> headers, byte[] body) {

    /** The messages, and the trailers as the last, with its flag before it. */
    List<String> frames(boolean text) {
      byte[] bytes = text ? decoded() : body;
      List<String> frames = new ArrayList<>();
      Buffer buffer = Buffer.buffer(bytes);
      for (int at = 0; at < buffer.length(); ) {
        int length = buffer.getInt(at + 1);
        String flag = buffer.getByte(at) == 0 ? "" : "%02x ".formatted(buffer.getByte(at));
        frames.add(flag + buffer.getString(at + 5, at + 5 + length));
        at += 5 + length;
      }
      return frames;
    }

    /** Each group by itself, as there may be padding in the middle. */
    private byte[] decoded() {
      Buffer all = Buffer.buffer();
      String text = new String(body, ISO_8859_1);
      for (int at = 0; at < text.length(); at += 4) {
        all.appendBytes(Base64.getDecoder().decode(text.substring(at, at + 4)));
      }
      return all.getBytes();
    }
  }

  private final Http2Connections connections =
      new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime);

  @BeforeEach
  void listen() throws Exception {
    WebIngress web =
        new WebIngress(
            vertx,
            call -> {
              call.payload().release();
              calls.add(call);
              return provider.apply(call);
            },
            new GrpcIngressOptions(100, "mesh-consumer", "x-cart", 0),
            connections,
            System::nanoTime);
    Cors cors =
        new Cors(
            Set.of(PAGE),
            request -> {
              if (WebIngress.takes(request)) {
                web.handle(request);
              } else {
                request.response().setStatusCode(404).end();
              }
            });
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setPort(0))
            .connectionHandler(connections::onConnection)
            .requestHandler(cors);
    port = get(server.listen()).actualPort();
  }

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  /** Each message comes back as it came, before the next is there. */
  private Future<Reply> echo(Call call) {
    Promise<Reply> end = Promise.promise();
    FilledStream answers = new FilledStream(() -> {});
    call.onCancel(
        () -> end.tryFail(new CallFailure(Status.CANCELLED, "test", "the caller went away")));
    MessageReader reader =
        new MessageReader(
            1_000,
            message -> {
              received.add(new String(message, ISO_8859_1));
              answers.add(Buffer.buffer(MessageReader.framed(message)));
            });
    call.exchange().answer(Map.of("content-type", "application/grpc", "region", "eu"), answers);
    call.exchange()
        .requests()
        .exceptionHandler(e -> {})
        .handler(
            bytes -> {
              reader.read(Buffers.bytes(bytes));
            })
        .endHandler(
            halfClosed -> {
              answers.end();
              end.tryComplete(reply(Status.OK, Map.of("grpc-status", "0", "cost", "3")));
            })
        .resume();
    return end.future();
  }

  private static Reply reply(Status status, Map<String, String> trailers) {
    return new Reply(status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, trailers);
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void aUnaryCallInBytes(HttpVersion version) throws Exception {
    Answer answer = post(version, BINARY, framed("hello"), "x-trace", "t", "grpc-timeout", "9S");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers())
        .containsEntry("content-type", BINARY)
        .containsEntry("region", "eu");
    assertThat(answer.frames(false)).hasSize(2).startsWith("hello");
    assertThat(answer.frames(false).get(1))
        .startsWith("80 ")
        .contains("grpc-status: 0\r\n", "cost: 3\r\n");
    Call call = calls.get(0);
    assertThat(call.target()).isEqualTo(new Target(ServiceKey.of("shop.Orders"), "Place", ""));
    assertThat(call.attachments())
        .containsEntry("content-type", "application/grpc+proto")
        .containsEntry("x-trace", "t")
        .doesNotContainKeys("origin", "accept", "host", "content-length", "grpc-timeout");
    assertThat(call.deadline().millisLeft(System.nanoTime())).isBetween(1L, 9_000L);
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void severalMessagesAsText(HttpVersion version) throws Exception {
    String text = base64("a") + base64("bc") + base64("def");
    assertThat(text).contains("="); // padding in the middle
    Answer answer = post(version, TEXT, Buffer.buffer(text));
    assertThat(answer.headers()).containsEntry("content-type", TEXT);
    assertThat(answer.frames(true)).startsWith("a", "bc", "def").hasSize(4);
    assertThat(received).containsExactly("a", "bc", "def");
  }

  @Test
  void textMayComeCutAnywhere() throws Exception {
    HttpClientRequest request = request(HttpVersion.HTTP_1_1, TEXT);
    request.setChunked(true);
    Future<Answer> answer = request.response().compose(WebIngressTest::answer);
    for (char c : base64("hello").toCharArray()) {
      get(request.write(String.valueOf(c)));
    }
    request.end();
    assertThat(get(answer).frames(true)).startsWith("hello");
  }

  @Test
  void anAnswerComesBeforeTheRequestHasEnded() throws Exception {
    HttpClientRequest request = request(HttpVersion.HTTP_2, TEXT);
    request.setChunked(true);
    List<String> chunks = new CopyOnWriteArrayList<>();
    request
        .response()
        .onSuccess(response -> response.handler(chunk -> chunks.add(chunk.toString())));
    request.write(base64("first"));
    await().until(() -> String.join("", chunks).equals(base64("first")));
    request.end(base64("second"));
    await().until(() -> String.join("", chunks).startsWith(base64("first") + base64("second")));
  }

  @Test
  void whoAcceptsTextGetsIt() throws Exception {
    Answer answer =
        post(HttpVersion.HTTP_1_1, BINARY, framed("a"), "accept", "application/grpc-web-text");
    assertThat(answer.headers()).containsEntry("content-type", TEXT);
    assertThat(answer.frames(true)).startsWith("a");
  }

  @Test
  void aStatusIsTheEndOfTheBody() throws Exception {
    provider =
        call ->
            Future.succeededFuture(
                reply(Status.EXCEPTION, Map.of("grpc-status", "5", "grpc-message", "no%20key")));
    Answer answer = post(HttpVersion.HTTP_1_1, BINARY, framed("a"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.frames(false)).hasSize(1);
    assertThat(answer.frames(false).get(0))
        .startsWith("80 ")
        .contains("grpc-status: 5\r\n", "grpc-message: no%20key\r\n");
  }

  @Test
  void aFailureIsAStatusToo() throws Exception {
    provider =
        call -> Future.failedFuture(new CallFailure(Status.UNAVAILABLE, "there", "nobody, 數"));
    Answer answer = post(HttpVersion.HTTP_1_1, TEXT, Buffer.buffer(base64("a")));
    assertThat(answer.frames(true).get(0))
        .contains("grpc-status: 14\r\n", "grpc-message: there: nobody, %E6%95%B8\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "application/grpc-web, 8000000000, 13, 'begins with 0x80'",
    "application/grpc-web, 0000000065, 8, 'message 1 has 101 bytes, expected at most 100'",
    "application/grpc-web, 00000000, 13, 'ends after 4 of the 5 bytes of its prefix'",
    "application/grpc-web-text, 2a2a2a2a, 3, 'byte 0x2a at 0 isn''t base64'",
    "application/grpc-web-text, 413d4141, 3, 'byte 0x3d at 1 isn''t base64'",
    "application/grpc-web-text, 41414141414141, 3, 'ends within a group of four digits of base64'"
  })
  void whatIsNoGrpcWebIsRefused(String type, String hex, int status, String reason)
      throws Exception {
    boolean text = type.endsWith("text");
    Answer answer = post(HttpVersion.HTTP_1_1, type, Buffer.buffer(ByteBufUtil.decodeHexDump(hex)));
    List<String> frames = answer.frames(text);
    assertThat(frames.get(frames.size() - 1)).contains("grpc-status: " + status).contains(reason);
    await().until(() -> calls.get(0).isCancelled());
  }

  @Test
  void aPathThatNamesNoMethodIsUnimplemented() throws Exception {
    HttpClientRequest request =
        get(client(HttpVersion.HTTP_1_1).request(HttpMethod.POST, port, "localhost", "/orders"));
    request.putHeader("content-type", BINARY);
    assertThat(end(request, framed("a")).frames(false).get(0)).contains("grpc-status: 12\r\n");
  }

  @Test
  void aClientThatLeavesCancelsItsCall() throws Exception {
    HttpClientRequest request = request(HttpVersion.HTTP_2, BINARY);
    request.setChunked(true).write(framed("a"));
    await().until(() -> !received.isEmpty());
    request.reset();
    await().until(() -> calls.get(0).isCancelled());
  }

  @Test
  void halfAMessageIsNeverFollowedByAStatus() throws Exception {
    provider =
        call -> {
          call.exchange()
              .answer(Map.of(), FilledStream.of(Buffer.buffer(new byte[] {0, 0, 0, 0, 9, 1})));
          Promise<Reply> end = Promise.promise();
          vertx.setTimer(1, id -> end.fail(new CallFailure(Status.LOST, "there", "gone")));
          return end.future();
        };
    HttpClientRequest request = request(HttpVersion.HTTP_1_1, BINARY);
    Future<Buffer> body = request.response().compose(HttpClientResponse::body);
    request.end(framed("a"));
    await().until(body::isComplete);
    assertThat(body.failed()).isTrue();
  }

  @Test
  void aBrowserIsToldThatItsPageMayCall() throws Exception {
    HttpClientRequest request =
        get(
            client(HttpVersion.HTTP_1_1)
                .request(HttpMethod.OPTIONS, port, "localhost", "/shop.Orders/Place"));
    request
        .putHeader("origin", PAGE)
        .putHeader("access-control-request-method", "POST")
        .putHeader("access-control-request-headers", "content-type,x-grpc-web,x-trace");
    Answer answer = end(request, Buffer.buffer());
    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.headers())
        .containsEntry("access-control-allow-origin", PAGE)
        .containsEntry("access-control-allow-methods", "GET, POST")
        .containsEntry("access-control-allow-headers", "content-type,x-grpc-web,x-trace")
        .containsEntry("vary", "origin");
    assertThat(calls).isEmpty();
  }

  @Test
  void aPageMayReadTheAnswersHeaders() throws Exception {
    Answer answer = post(HttpVersion.HTTP_1_1, BINARY, framed("a"), "origin", PAGE);
    assertThat(answer.headers()).containsEntry("access-control-allow-origin", PAGE);
    assertThat(answer.headers().get("access-control-expose-headers"))
        .contains("region", "content-type")
        .doesNotContain("access-control");
    assertThat(calls.get(0).attachments()).doesNotContainKey("origin");
  }

  @Test
  void otherPagesAreToldNothing() throws Exception {
    Answer answer =
        post(HttpVersion.HTTP_1_1, BINARY, framed("a"), "origin", "https://evil.example.com");
    assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
    HttpClientRequest request =
        get(client(HttpVersion.HTTP_1_1).request(HttpMethod.OPTIONS, port, "localhost", "/a/b"));
    request
        .putHeader("origin", "https://evil.example.com")
        .putHeader("access-control-request-method", "POST");
    assertThat(end(request, Buffer.buffer()).status()).isEqualTo(404);
  }

  private Answer post(HttpVersion version, String type, Buffer body, String... headers)
      throws Exception {
    HttpClientRequest request = request(version, type);
    for (int i = 0; i < headers.length; i += 2) {
      request.putHeader(headers[i], headers[i + 1]);
    }
    return end(request, body);
  }

  private HttpClientRequest request(HttpVersion version, String type) throws Exception {
    return get(client(version).request(HttpMethod.POST, port, "localhost", "/shop.Orders/Place"))
        .putHeader("content-type", type);
  }

  /** Kept: a client that nobody refers to is closed when its garbage is collected. */
  private HttpClient client(HttpVersion version) {
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions().setProtocolVersion(version).setHttp2ClearTextUpgrade(false));
    clients.add(client);
    return client;
  }

  /** Ends the request, and waits for its answer. */
  private static Answer end(HttpClientRequest request, Buffer body) throws Exception {
    Future<Answer> answer = request.response().compose(WebIngressTest::answer);
    request.end(body);
    return get(answer);
  }

  /** On the event loop on which the response came, before its body does. */
  private static Future<Answer> answer(HttpClientResponse response) {
    Map<String, String> headers = new HashMap<>();
    response.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    return response.body().map(body -> new Answer(response.statusCode(), headers, body.getBytes()));
  }

  private static Buffer framed(String message) {
    return Buffer.buffer(MessageReader.framed(message.getBytes(ISO_8859_1)));
  }

  private static String base64(String message) {
    return Base64.getEncoder().encodeToString(framed(message).getBytes());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
