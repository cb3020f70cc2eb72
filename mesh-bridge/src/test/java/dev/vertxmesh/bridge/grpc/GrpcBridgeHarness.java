package dev.vertxmesh.bridge.grpc;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendObserver;
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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/** A bridge to a server that does as the test says. */
abstract class GrpcBridgeHarness {

  static final Buffer HELLO = bytes("000000000568656c6c6f");

  final Vertx vertx = Vertx.vertx();
  final Context context = vertx.getOrCreateContext();
  final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
  final List<String> lost = new CopyOnWriteArrayList<>();
  volatile Handler<HttpServerRequest> behaviour = GrpcBridgeHarness::echo;

  /** Run on the event loop when the last connection is lost or leaves. */
  volatile Runnable onLost = () -> {};

  HttpServer server;
  GrpcBridge bridge;

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  static Buffer bytes(String hex) {
    return Buffer.buffer(ByteBufUtil.decodeHexDump(hex));
  }

  void listen(long streams) throws Exception {
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

  void connect() {
    connect(TestOptions.usual(server.actualPort()));
  }

  void connect(GrpcOptions options) {
    context.runOnContext(
        v ->
            bridge =
                GrpcBridge.open(
                    context,
                    options,
                    new BackendObserver() {
                      @Override
                      public void onDisconnected(String reason) {
                        lost.add(reason);
                        onLost.run();
                      }
                    }));
    await().until(() -> bridge != null && bridge.isConnected());
  }

  void start() throws Exception {
    listen(100);
    connect();
  }

  OneCall call() {
    return OneCall.begin(context, bridge);
  }

  OneCall hello() {
    return call().send(HELLO).halfClose();
  }

  static HttpServerResponse grpc(HttpServerRequest request) {
    return request.response().putHeader("content-type", "application/grpc");
  }

  static void echo(HttpServerRequest request) {
    HttpServerResponse response = grpc(request).putHeader("x-first", "1");
    response.writeHead();
    request.handler(response::write);
    request.endHandler(
        end -> response.putTrailer("grpc-status", "0").putTrailer("x-last", "2").end());
  }

  /** Answers with bytes and an end. */
  static void answer(HttpServerRequest request, Buffer body) {
    grpc(request).write(body);
    request.response().putTrailer("grpc-status", "0").end();
  }
}
