package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.http.StreamResetException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one call does to the others on its connection: all of a client's are on one. */
class Http2IngressTest {

  private static final long CANCEL = 8;

  /** And yet so small that it's written at once. */
  private static final String LARGE = "x".repeat(60_000);

  private record Answer(int status, String body) {}

  private final Vertx vertx = Vertx.vertx();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<Throwable> broken = new CopyOnWriteArrayList<>();
  private final Promise<Reply> held = Promise.promise();
  private final Http2Connections connections =
      new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime);
  private HttpClientAgent client; // which Vert.x closes once nobody refers to it
  private HttpClientConnection connection;

  private int port;

  @BeforeEach
  void listen() throws Exception {
    listen(100_000);
  }

  /**
   * @param stallMillis so short only where it's what the test waits for
   */
  private void listen(long stallMillis) throws Exception {
    HttpIngress ingress =
        new HttpIngress(
            vertx,
            this::answer,
            new HttpOptions(
                10_000,
                new MemoryBudget(25_000),
                5_000,
                false,
                stallMillis,
                "mesh-consumer",
                null,
                null,
                0),
            connections,
            System::nanoTime);
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setPort(0))
            .connectionHandler(connections::onConnection)
            .requestHandler(request -> connections.whenGreeted(request, ingress));
    port = result(server.listen()).actualPort();
    connect(Http2Settings.DEFAULT_INITIAL_WINDOW_SIZE);
  }

  private void connect(int window) throws Exception {
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setInitialSettings(new Http2Settings().setInitialWindowSize(window))
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    connection =
        result(client.connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(port)));
  }

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private Future<Reply> answer(Call call) {
    calls.add(call);
    call.payload().release();
    return call.target().method().equals("held")
        ? held.future()
        : Future.succeededFuture(reply(call.target().method().equals("large") ? LARGE : "42"));
  }

  private static Reply reply(String text) {
    return new Reply(
        Status.OK, Encoding.TEXT, ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, text));
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private HttpClientRequest request(String method) throws Exception {
    RequestOptions options =
        new RequestOptions().setMethod(HttpMethod.POST).setURI("/com.x.Hello/" + method);
    return result(connection.request(options)).exceptionHandler(broken::add);
  }

  private static Future<Answer> answer(HttpClientRequest request) {
    return request
        .response()
        .compose(
            response ->
                response.body().map(body -> new Answer(response.statusCode(), body.toString())));
  }

  private Future<Answer> call(String method) throws Exception {
    HttpClientRequest request = request(method);
    Future<Answer> answer = answer(request);
    request.end("[]");
    return answer;
  }

  private Future<Answer> heldCall() throws Exception {
    Future<Answer> answer = call("held");
    await().until(() -> calls.size() == 1);
    return answer;
  }

  /** Begins a body, and doesn't end it. */
  private static void upload(HttpClientRequest request, int announced, String first)
      throws Exception {
    request.putHeader("content-length", "" + announced);
    result(request.write(Buffer.buffer(first)));
  }

  /** What is said of a body that begins and doesn't end; asked for before it could be said. */
  private Future<Answer> stalled(int announced, String first) throws Exception {
    HttpClientRequest request = request("upload");
    Future<Answer> answer = answer(request);
    upload(request, announced, first);
    return answer;
  }

  private void letGo(Future<Answer> answer) throws Exception {
    held.complete(reply("held"));
    assertThat(result(answer)).isEqualTo(new Answer(200, "held"));
  }

  @Test
  void anUploadThatIsResetIsTheOnlyCallThatEnds() throws Exception {
    Future<Answer> other = heldCall();
    HttpClientRequest upload = request("upload");
    upload(upload, 5_000, "[1,");
    result(upload.reset(CANCEL));
    assertThat(result(call("next")).body()).isEqualTo("42");
    letGo(other);
  }

  @Test
  void anUploadThatStallsIsTheOnlyCallThatEnds() throws Exception {
    listen(300);
    Future<Answer> other = heldCall();
    Answer answer = result(stalled(5_000, "[1,"));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("nothing came for a while, after 3 bytes");
    await().until(() -> broken.size() == 1);
    assertThat(broken.get(0))
        .isInstanceOfSatisfying(
            StreamResetException.class, reset -> assertThat(reset.getCode()).isZero());
    letGo(other);
  }

  @Test
  void aBodyThatIsWholeStallsWhereItsEndIsNotSaid() throws Exception {
    listen(300);
    Answer answer = result(stalled(3, "[1]"));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains("nothing came for a while, after 3 bytes");
    assertThat(calls).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_000})
  void anAnswerThatIsNotTakenIsTheOnlyOneThatEnds(int window) throws Exception {
    listen(300);
    connect(window);
    HttpClientRequest other = request("held").putHeader("x-mesh-oneway", "true");
    Future<Answer> accepted = answer(other);
    other.end("[]");
    HttpClientRequest large = request("large");
    large.response().onSuccess(this::takeNothing);
    large.end("[]");
    await().until(() -> !broken.isEmpty());
    assertThat(broken.get(0))
        .isInstanceOfSatisfying(
            StreamResetException.class, reset -> assertThat(reset.getCode()).isEqualTo(CANCEL));
    held.complete(reply("held"));
    assertThat(result(accepted)).isEqualTo(new Answer(202, "")); // which needs no window
  }

  private void takeNothing(HttpClientResponse response) {
    response.exceptionHandler(broken::add).pause();
  }
}
