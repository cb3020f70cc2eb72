package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.StatusMessage;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Windows;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import java.util.Map;

/** One call that comes over gRPC. Its status is in the trailers. */
final class GrpcCall extends IncomingCall {

  private static final CharSequence GRPC = HttpHeaders.createOptimized("application/grpc");

  private boolean begun;

  /**
   * @param windows of the connection that it comes on
   */
  GrpcCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      GrpcIngressOptions options,
      StalledCalls quiet) {
    super(vertx, request, windows, options, quiet, new ResponsePump(vertx, request));
  }

  @Override
  ReadStream<Buffer> requests() {
    return request;
  }

  @Override
  void putHead(Map<String, String> metadata) {
    Metadata.put(response.headers(), metadata);
    begun = true;
  }

  @Override
  Future<Void> putEnd(Map<String, String> trailers) {
    boolean alone = !begun && !response.headWritten();
    if (begun && !response.headWritten()) {
      response.writeHead(); // what the server said first isn't what it said last
    }
    putLast(alone ? response.headers() : response.trailers(), trailers);
    if (alone && !response.headers().contains(HttpHeaders.CONTENT_TYPE)) {
      response.putHeader(HttpHeaders.CONTENT_TYPE, GRPC);
    }
    return response.end();
  }

  /** Who waits for the end must hear of it, even if a server's own words can't be passed on. */
  private static void putLast(MultiMap headers, Map<String, String> trailers) {
    try {
      Metadata.put(headers, trailers);
    } catch (IllegalArgumentException e) { // of Vert.x, which is stricter than Netty
      String text = "the answer's trailers: " + e.getMessage();
      headers.set(CODE, "" + GrpcStatus.INTERNAL.code());
      headers.set(MESSAGE, StatusMessage.encode(text));
    }
  }
}
