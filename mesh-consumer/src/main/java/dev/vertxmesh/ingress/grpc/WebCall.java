package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Windows;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.streams.ReadStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** One call that comes over gRPC-Web. Its status is the end of its answer's body. */
final class WebCall extends IncomingCall {

  private final WebType type;

  /**
   * @param windows of the connection that it comes on
   */
  WebCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      WebType type,
      GrpcIngressOptions options,
      StalledCalls quiet) {
    super(vertx, request, windows, options, quiet, new WebBody(vertx, request, type));
    this.type = type;
  }

  @Override
  ReadStream<Buffer> requests() {
    return type.text() ? new Base64Requests(request, options.where()) : request;
  }

  @Override
  void putHead(Map<String, String> metadata) {
    metadata.forEach(response.headers()::set);
    response.putHeader(HttpHeaders.CONTENT_TYPE, body().contentType());
    if (request.version() != HttpVersion.HTTP_2) {
      response.setChunked(true);
    }
  }

  @Override
  Future<Void> putEnd(Map<String, String> trailers) {
    if (!response.headWritten()) {
      putHead(Map.of());
    }
    Map<String, String> last = new LinkedHashMap<>(trailers);
    last.remove(Metadata.CONTENT_TYPE); // of a server that had nothing else to say
    return body().end(last);
  }

  private WebBody body() {
    return (WebBody) answer;
  }
}
