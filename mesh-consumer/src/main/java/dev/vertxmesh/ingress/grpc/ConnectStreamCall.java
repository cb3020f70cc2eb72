package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.ingress.grpc.connect.ConnectEnd;
import dev.vertxmesh.ingress.grpc.connect.ConnectType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.streams.ReadStream;
import java.util.Map;

/** One call with streams that comes over Connect: its messages are as gRPC has them. */
final class ConnectStreamCall extends IncomingCall {

  private final ConnectType type;

  /**
   * @param windows of the connection that it comes on
   */
  ConnectStreamCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      ConnectType type,
      GrpcIngressOptions options,
      StalledCalls quiet) {
    super(vertx, request, windows, options, quiet, new ConnectBody(vertx, request));
    this.type = type;
  }

  @Override
  ReadStream<Buffer> requests() {
    return request;
  }

  @Override
  String encoding() {
    return request.getHeader(type.encodingHeader());
  }

  @Override
  void putHead(Map<String, String> metadata) {
    Metadata.put(response.headers(), ConnectEnd.metadata(metadata));
    response.putHeader(HttpHeaders.CONTENT_TYPE, type.contentType());
    String encoding = metadata.get(Metadata.ENCODING);
    if (encoding != null) {
      response.putHeader(type.encodingHeader(), encoding);
    }
    String accepted = metadata.get(Metadata.ACCEPT_ENCODING);
    if (accepted != null) {
      response.putHeader(type.acceptHeader(), accepted);
    }
    if (request.version() != HttpVersion.HTTP_2) {
      response.setChunked(true);
    }
  }

  @Override
  Future<Void> putEnd(Map<String, String> trailers) {
    if (!response.headWritten()) {
      putHead(Map.of());
    }
    return ((ConnectBody) answer).end(ConnectEnd.of(trailers));
  }
}
