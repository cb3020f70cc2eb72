package dev.vertxmesh.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On real connections; what is found on which path is {@code BandwidthDelayTest}'s. */
class Http2WindowsTest {

  private static final int MIB = 1 << 20;
  private static final int INITIAL = 65_535;
  private static final WindowLimits LIMITS = new WindowLimits(4 * MIB, 16 * MIB);

  private final Vertx vertx = Vertx.vertx();
  private final Http2Connections served = new Http2Connections(LIMITS, System::nanoTime);
  private final AtomicInteger held = new AtomicInteger();
  private volatile HttpConnection accepted;
  private volatile Context loop;

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  @Test
  void aLargeUploadGetsALargerWindowAndNoMoreThanTheMost() throws Exception {
    HttpClient client = client(HttpVersion.HTTP_2);
    int port = serve(this::takeAll);
    int largest = 0; // it's small again while the round trip is found anew
    for (int i = 0; i < 20; i++) {
      assertThat(upload(client, port, 8 * MIB)).isEqualTo(8 * MIB);
      largest = Math.max(largest, view().window());
    }
    assertThat(largest).isBetween(INITIAL + 1, LIMITS.most());
    WindowView view = view();
    assertThat(view.connections()).isEqualTo(1);
    assertThat(view.bytesPerSecond()).isPositive();
    assertThat(view.roundTripNanos()).isPositive();
  }

  @Test
  void aReaderThatTakesWhatWaitsForItAsksForNoPing() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    AtomicReference<Context> asking = new AtomicReference<>();
    HttpClient client =
        vertx
            .httpClientBuilder()
            .with(options(HttpVersion.HTTP_2))
            .withConnectHandler(
                connection -> {
                  asking.set(Vertx.currentContext());
                  connection.pingHandler(ping -> asked.incrementAndGet());
                })
            .build();
    int port = serve(this::takeAll);
    assertThat(upload(client, port, 1)).isEqualTo(1);
    await().untilAsserted(() -> assertThat(asked).hasValue(1));
    HttpClientRequest request = request(client, port);
    for (int i = 0; i < 20; i++) {
      get(onLoop(() -> served.of(accepted).onData(1, MIB)));
      get(pong(asking.get(), request.connection())); // behind what that has sent
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  void nothingElseOfTheSettingsChanges() throws Exception {
    HttpClient client = client(HttpVersion.HTTP_2);
    int port = serve(this::takeAll);
    HttpClientRequest request = request(client, port);
    long streams = request.connection().remoteSettings().getMaxConcurrentStreams();
    get(request.send(Buffer.buffer("x")));
    get(onLoop(() -> served.of(accepted).expect(MIB)));
    await()
        .untilAsserted(
            () ->
                assertThat(request.connection().remoteSettings().getInitialWindowSize())
                    .isEqualTo(MIB + MIB / 8));
    assertThat(accepted.settings().getMaxConcurrentStreams()).isEqualTo(streams);
    assertThat(accepted.getWindowSize()).isEqualTo(16 * MIB);
  }

  @Test
  void aMessageThatIsKnownToComeComesThoughNobodyReads() throws Exception {
    HttpClient client = client(HttpVersion.HTTP_2);
    int port =
        serve(
            request -> {
              request.exceptionHandler(gone -> {}).pause();
              served.of(request.connection()).expect(2 * MIB);
            });
    HttpClientRequest request = request(client, port);
    AtomicInteger written = new AtomicInteger();
    request.exceptionHandler(gone -> {}).setChunked(true);
    for (int i = 0; i < 32; i++) {
      request.write(Buffer.buffer(new byte[MIB / 16])).onSuccess(v -> written.incrementAndGet());
    }
    await().untilAsserted(() -> assertThat(written).hasValue(32));
  }

  @Test
  void readersThatStopStopNoOther() throws Exception {
    HttpClient client = client(HttpVersion.HTTP_2);
    int port =
        serve(
            request -> {
              if (request.path().equals("/hold")) {
                request.exceptionHandler(gone -> {}).pause();
                held.incrementAndGet();
              } else {
                takeAll(request);
              }
            });
    for (int i = 0; i < 50; i++) {
      client
          .request(HttpMethod.POST, port, "localhost", "/hold")
          .onSuccess(
              request ->
                  request
                      .exceptionHandler(gone -> {})
                      .setChunked(true)
                      .write(Buffer.buffer(new byte[MIB])));
    }
    await().untilAsserted(() -> assertThat(held).hasValue(50));
    assertThat(upload(client, port, 2 * MIB)).isEqualTo(2 * MIB);
  }

  /** Netty gives back what was read once it's half a window: here it has become more than all. */
  @Test
  void aStreamGoesOnThoughItsWindowHasShrunkToLessThanWasRead() throws Exception {
    AtomicInteger read = new AtomicInteger();
    int port = serve(request -> request.handler(bytes -> read.addAndGet(bytes.length())));
    HttpClient client = client(HttpVersion.HTTP_2);
    HttpClientRequest request = request(client, port);
    request.setChunked(true).write(Buffer.buffer("x"));
    await().untilAsserted(() -> assertThat(read).hasValue(1));
    giveStreams(4 * INITIAL);
    request.write(Buffer.buffer(new byte[2 * INITIAL - 2]));
    await().untilAsserted(() -> assertThat(read).hasValue(2 * INITIAL - 1));
    giveStreams(INITIAL);
    request.write(Buffer.buffer("x"));
    await().untilAsserted(() -> assertThat(read).hasValue(2 * INITIAL));
  }

  private void giveStreams(int window) throws Exception {
    get(
        accepted.updateSettings(
            new Http2Settings(accepted.settings()).setInitialWindowSize(window)));
  }

  @Test
  void aClientsWindowsFollowWhatItDownloads() throws Exception {
    Http2Connections called = new Http2Connections(LIMITS, System::nanoTime);
    HttpClient client =
        vertx
            .httpClientBuilder()
            .with(options(HttpVersion.HTTP_2))
            .withConnectHandler(called::onConnection)
            .build();
    int port = serve(request -> request.response().end(Buffer.buffer(new byte[8 * MIB])));
    AtomicInteger largest = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      get(
          client
              .request(HttpMethod.GET, port, "localhost", "/")
              .compose(request -> request.send().compose(response -> read(called, response)))
              .onSuccess(end -> largest.accumulateAndGet(called.view().window(), Math::max)));
    }
    assertThat(largest.get()).isBetween(INITIAL + 1, LIMITS.most());
  }

  @Test
  void overHttp1ThereAreNoWindows() throws Exception {
    HttpClient client = client(HttpVersion.HTTP_1_1);
    int port =
        serve(
            request -> {
              served.of(request.connection()).expect(MIB);
              takeAll(request);
            });
    assertThat(upload(client, port, MIB)).isEqualTo(MIB);
    assertThat(view()).isEqualTo(WindowView.NONE);
  }

  @Test
  void aConnectionThatIsGoneIsForgotten() throws Exception {
    HttpClient client = client(HttpVersion.HTTP_2);
    int port = serve(this::takeAll);
    upload(client, port, MIB);
    assertThat(view().connections()).isEqualTo(1);
    get(client.close());
    await().untilAsserted(() -> assertThat(view().connections()).isZero());
  }

  private HttpClient client(HttpVersion version) {
    return vertx.createHttpClient(options(version));
  }

  private static HttpClientOptions options(HttpVersion version) {
    return new HttpClientOptions()
        .setProtocolVersion(version)
        .setHttp2ClearTextUpgrade(false)
        .setHttp2MultiplexingLimit(100);
  }

  private int serve(Handler<HttpServerRequest> handler) throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .connectionHandler(
                connection -> {
                  accepted = connection;
                  loop = Vertx.currentContext();
                  served.onConnection(connection);
                })
            .requestHandler(handler);
    return get(server.listen(0)).actualPort();
  }

  private void takeAll(HttpServerRequest request) {
    Http2Windows windows = served.of(request.connection());
    AtomicInteger length = new AtomicInteger();
    request.handler(
        bytes -> {
          windows.onData(request.streamId(), bytes.length());
          length.addAndGet(bytes.length());
        });
    request.endHandler(end -> request.response().end("" + length));
  }

  private static Future<Void> read(Http2Connections called, HttpClientResponse response) {
    Http2Windows windows = called.of(response.request().connection());
    response.handler(bytes -> windows.onData(response.request().streamId(), bytes.length()));
    return response.end();
  }

  private HttpClientRequest request(HttpClient client, int port) throws Exception {
    return get(client.request(HttpMethod.POST, port, "localhost", "/"));
  }

  private int upload(HttpClient client, int port, int bytes) throws Exception {
    Buffer answer =
        get(
            client
                .request(HttpMethod.POST, port, "localhost", "/")
                .compose(
                    request ->
                        request
                            .send(Buffer.buffer(new byte[bytes]))
                            .compose(HttpClientResponse::body)));
    return Integer.parseInt(answer.toString());
  }

  /** As the connection's event loop sees it. */
  private WindowView view() throws Exception {
    CompletableFuture<WindowView> view = new CompletableFuture<>();
    get(onLoop(() -> view.complete(served.view())));
    return view.get();
  }

  /** Asked on its event loop: elsewhere Vert.x may have the answer before it knows who waits. */
  private static Future<Buffer> pong(Context loop, HttpConnection connection) {
    Promise<Buffer> pong = Promise.promise();
    loop.runOnContext(v -> connection.ping(Buffer.buffer(new byte[8])).onComplete(pong));
    return pong.future();
  }

  private Future<Void> onLoop(Runnable what) {
    Promise<Void> done = Promise.promise();
    loop.runOnContext(
        v -> {
          what.run();
          done.complete();
        });
    return done.future();
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
