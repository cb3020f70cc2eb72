package dev.vertxmesh.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.GoAway;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a server's connections leave, as a client of Vert.x sees it. */
class Http2ConnectionsTest {

  private final Vertx vertx = Vertx.vertx();
  private final Http2Connections connections =
      new Http2Connections(new WindowLimits(1 << 20, 1 << 22), System::nanoTime);
  private final List<GoAway> told = new CopyOnWriteArrayList<>();
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
  private volatile Context loop;
  private HttpServer server;
  private HttpClientAgent client;

  @BeforeEach
  void listen() throws Exception {
    server =
        vertx
            .createHttpServer()
            .connectionHandler(connections::onConnection)
            .requestHandler(request -> connections.whenGreeted(request, this::onRequest));
    result(server.listen(0, "127.0.0.1"));
    client = client();
  }

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private HttpClientAgent client() {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    return vertx
        .httpClientBuilder()
        .with(options)
        .withConnectHandler(connection -> connection.goAwayHandler(told::add))
        .build();
  }

  private void onRequest(HttpServerRequest request) {
    loop = vertx.getOrCreateContext();
    connections.onCall(request.connection());
    if (request.path().equals("/held")) {
      held.add(request);
    } else {
      request.response().end();
    }
  }

  private Future<Integer> call(String path) {
    return client
        .request(HttpMethod.GET, server.actualPort(), "127.0.0.1", path)
        .compose(request -> request.send().compose(Http2ConnectionsTest::status));
  }

  private static Future<Integer> status(HttpClientResponse response) {
    return response.end().map(ended -> response.statusCode());
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @Test
  void whoIsConnectedIsToldToCallElsewhereAndWhatIsOnItsWayIsTaken() throws Exception {
    Future<Integer> answer = call("/held");
    await().until(() -> held.size() == 1);
    loop.runOnContext(v -> connections.onLeaving());
    await().until(() -> told.size() == 1);
    assertThat(told.get(0).getErrorCode()).isZero();
    assertThat(told.get(0).getLastStreamId()).isEqualTo(Integer.MAX_VALUE);
    held.get(0).response().end();
    assertThat(result(answer)).isEqualTo(200);
  }

  @Test
  void whoComesLaterIsAnsweredAndToldWithTheFirstCall() throws Exception {
    connections.onLeaving();
    assertThat(result(call("/"))).isEqualTo(200);
    await().until(() -> told.size() == 1);
    assertThat(told.get(0).getLastStreamId()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void theLastCallIsNamedInTheEnd() throws Exception {
    Future<Integer> answer = call("/held");
    await().until(() -> held.size() == 1);
    loop.runOnContext(v -> connections.end());
    await().until(() -> told.size() == 1);
    assertThat(told.get(0).getLastStreamId()).isEqualTo(1);
    held.get(0).response().end();
    assertThat(result(answer)).isEqualTo(200);
  }
}
