package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.Cors;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.memory.MemoryBudget;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is so for all that comes in at the callers' port. */
class IngressesTest {

  private final Vertx vertx = Vertx.vertx();
  private final ConsumerOptions options = new ConsumerOptions();
  private Ingresses ingresses;
  private HttpClientAgent client; // which Vert.x closes once nobody refers to it
  private volatile boolean shedding;
  private int port;

  @BeforeEach
  void listen() throws Exception {
    listen(IngressesTest::refuse);
  }

  private void listen(CallPath path) throws Exception {
    options.port = 0;
    options.corsOrigins = List.of(Cors.ANY);
    ingresses =
        new Ingresses(
            vertx,
            path,
            new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime),
            OpenGate.of(vertx, options),
            () -> shedding,
            options,
            new HttpOptions(
                10_000,
                new MemoryBudget(25_000),
                5_000,
                false,
                300,
                "mesh-consumer",
                null,
                null,
                0));
    HttpServer server = ingresses.server(vertx, options, null);
    port = result(server.listen()).actualPort();
  }

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private static Future<Reply> refuse(Call call) {
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.REFUSED, "here", "full"));
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private String connection(String method, String contentType) throws Exception {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(method))
            .setPort(port)
            .setHost("127.0.0.1")
            .setURI("/com.x.Hello/greet")
            .putHeader("origin", "https://shop.example.com")
            .putHeader("access-control-request-method", "POST")
            .putHeader("content-type", contentType);
    client = vertx.createHttpClient(); // one each: gRPC-Web's answer to [] ends its connection
    HttpClientResponse response =
        result(client.request(options).compose(request -> request.send("[]")));
    return response.getHeader("connection");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, application/json",
    "POST, application/grpc-web+proto",
    "OPTIONS, application/json"
  })
  void whoLeavesSaysSoWithEachAnswerOverHttp1(String method, String contentType) throws Exception {
    assertThat(connection(method, contentType)).isNull();
    ingresses.onLeaving();
    assertThat(connection(method, contentType)).isEqualTo("close");
  }

  @Test
  void whoHasMadeAsManyRequestsAsItMayIsToldSo() throws Exception {
    options.connections.requests = 1;
    listen();
    assertThat(connection("POST", "application/json")).isEqualTo("close");
  }

  @Test
  void requestsOfAllHttp2ConnectionsAreBoundedTogether() throws Exception {
    options.connections.allStreams = 1;
    Promise<Reply> never = Promise.promise();
    Promise<Call> first = Promise.promise();
    listen(
        call -> {
          first.tryComplete(call);
          return never.future();
        });
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    result(grpc()).sendHead();
    result(first.future());
    HttpClientRequest second = result(grpc());
    assertThatThrownBy(() -> result(second.send()))
        .hasRootCauseMessage("Stream reset: 7"); // REFUSED_STREAM
  }

  @ParameterizedTest
  @CsvSource({"application/json, 503", "application/grpc-web+proto, 200"})
  void whileTheAgentIsShortOfCpuNoCallIsMade(String contentType, int status) throws Exception {
    List<Call> made = new CopyOnWriteArrayList<>();
    listen(
        call -> {
          made.add(call);
          return refuse(call);
        });
    shedding = true;
    client = vertx.createHttpClient();
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setPort(port)
            .setHost("127.0.0.1")
            .setURI("/com.x.Hello/greet")
            .putHeader("content-type", contentType)
            .putHeader("x-request-id", "order-7");
    AtomicReference<HttpClientResponse> answered = new AtomicReference<>();
    Buffer body =
        result(
            client
                .request(request)
                .compose(
                    begun ->
                        begun
                            .send("[]")
                            .onSuccess(answered::set)
                            .compose(HttpClientResponse::body))); // asked for before it comes
    HttpClientResponse response = answered.get();
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(body.toString()).contains("short of CPU");
    assertThat(response.getHeader("retry-after")).isEqualTo(status == 503 ? "1" : null);
    assertThat(status == 503 ? response.getHeader("x-request-id") : body.toString())
        .contains("order-7");
    assertThat(made).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"/com.x.Hello/greet, 0", "/grpc.health.v1.Health/Check, 1"})
  void healthIsAnsweredWhileCallsAreRefused(String path, int calls) throws Exception {
    List<Call> made = new CopyOnWriteArrayList<>();
    listen(
        call -> {
          made.add(call);
          return refuse(call);
        });
    shedding = true;
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    HttpClientResponse response =
        result(
            client
                .request(
                    new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setPort(port)
                        .setHost("127.0.0.1")
                        .setURI(path)
                        .putHeader("content-type", "application/grpc"))
                .compose(HttpClientRequest::send));
    assertThat(response.getHeader("grpc-status")).isEqualTo("8"); // by the agent, or by this caller
    assertThat(made).hasSize(calls);
  }

  private Future<HttpClientRequest> grpc() {
    return client.request(
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setPort(port)
            .setHost("127.0.0.1")
            .setURI("/com.x.Hello/greet")
            .putHeader("content-type", "application/grpc"));
  }
}
