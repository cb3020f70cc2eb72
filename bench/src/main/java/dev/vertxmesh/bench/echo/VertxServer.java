package dev.vertxmesh.bench.echo;

import dev.vertxmesh.http2.Flushes;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.GrpcServerRequest;

/** The echo on vertx-grpc, one event loop. */
final class VertxServer extends VerticleBase {
  private static final int MAX_STREAMS = 100_000;
  private static final int CONNECTION_WINDOW = 16 << 20;

  private final int port;

  private VertxServer(int port) {
    this.port = port;
  }

  static Vertx serve(int port) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    vertx.deployVerticle(new VertxServer(port)).toCompletionStage().toCompletableFuture().join();
    return vertx;
  }

  @Override
  public Future<?> start() {
    GrpcServer grpc = GrpcServer.server(vertx);
    grpc.callHandler(method(Echo.METHOD), VertxServer::answer);
    grpc.callHandler(method(Echo.STREAM), VertxServer::answerEach);
    HttpServerOptions http =
        new HttpServerOptions()
            .setPort(port)
            .setTcpNoDelay(true)
            .setHttp2ConnectionWindowSize(CONNECTION_WINDOW)
            .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(MAX_STREAMS));
    return vertx
        .createHttpServer(http)
        .connectionHandler(Flushes::together)
        .requestHandler(grpc)
        .listen();
  }

  private static ServiceMethod<Buffer, Buffer> method(String name) {
    return ServiceMethod.server(
        ServiceName.create(Echo.SERVICE),
        name,
        GrpcMessageEncoder.IDENTITY,
        GrpcMessageDecoder.IDENTITY);
  }

  /** The client sends no more than it keeps in flight. */
  private static void answerEach(GrpcServerRequest<Buffer, Buffer> request) {
    request.handler(request.response()::write);
    request.endHandler(end -> request.response().end());
  }

  private static void answer(GrpcServerRequest<Buffer, Buffer> request) {
    request.handler(request.response()::end);
  }
}
