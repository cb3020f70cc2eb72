package dev.vertxmesh.bench.distance;

import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.http2.WindowLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * gRPC on Vert.x, as the consumer agent takes it: bytes as they come, over HTTP/2 with windows that
 * follow, or with Vert.x's own that don't. The client is grpc-java's.
 */
final class GrpcVertxWay implements Way {

  private static final int PREFIX = 5;

  private final boolean estimates;
  private final int windowMax;

  /**
   * @param windowMax bytes of a stream at most
   */
  GrpcVertxWay(boolean estimates, int windowMax) {
    this.estimates = estimates;
    this.windowMax = windowMax;
  }

  @Override
  public String name() {
    return estimates ? "gRPC est." : "gRPC fixed";
  }

  @Override
  public boolean shares() {
    return true;
  }

  @Override
  public boolean promised() {
    return estimates;
  }

  @Override
  public int fixedWindow() {
    return estimates ? 0 : Http2Settings.DEFAULT_INITIAL_WINDOW_SIZE;
  }

  @Override
  public Future<Integer> serve(Vertx vertx) {
    Http2Connections connections =
        new Http2Connections(new WindowLimits(windowMax, 8L * windowMax), System::nanoTime);
    return vertx
        .createHttpServer(new HttpServerOptions().setTcpNoDelay(true))
        .connectionHandler(
            connection -> {
              if (estimates) {
                connections.onConnection(connection);
              }
            })
        .requestHandler(request -> take(request, connections.of(request.connection())))
        .listen(0, "127.0.0.1")
        .map(server -> server.actualPort());
  }

  /** The one message of a call: it comes in one piece with its prefix, or after it. */
  private static void take(HttpServerRequest request, Http2Windows windows) {
    Buffer prefix = Buffer.buffer(PREFIX);
    request.handler(
        bytes -> {
          windows.onData(request.streamId(), bytes.length());
          if (prefix.length() < PREFIX) {
            prefix.appendBuffer(bytes, 0, Math.min(bytes.length(), PREFIX - prefix.length()));
            if (prefix.length() == PREFIX) {
              windows.expect(PREFIX + prefix.getUnsignedInt(1));
            }
          }
        });
    request.endHandler(end -> answer(request.response()));
  }

  private static void answer(HttpServerResponse response) {
    response.putHeader("content-type", "application/grpc");
    response.putTrailer("grpc-status", "0");
    response.end(Buffer.buffer(new byte[PREFIX]));
  }

  @Override
  public Future<Calls> connect(Vertx vertx, int port) {
    return GrpcClient.connect(port);
  }
}
