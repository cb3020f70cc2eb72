package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Connections;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * gRPC as browsers can speak it, over any version of HTTP: {@code POST /{package.Service}/{Method}}
 * with the content type {@code application/grpc-web} or {@code application/grpc-web-text}. Belongs
 * to one event loop.
 *
 * <p>Source: <a href="https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md">gRPC Web</a>.
 */
public final class WebIngress extends RpcIngress {

  /**
   * @param connections on which requests come
   */
  public WebIngress(
      Vertx vertx,
      CallPath path,
      GrpcIngressOptions options,
      Http2Connections connections,
      LongSupplier nanoClock) {
    super(
        vertx,
        path,
        options,
        connections,
        WireProtocol.GRPC_WEB,
        new CallHead(options, CallHead.Wording.OF_GRPC, nanoClock));
  }

  /** Whether a request is gRPC-Web's. */
  public static boolean takes(HttpServerRequest request) {
    return WebType.of(request.getHeader(HttpHeaders.CONTENT_TYPE)) != null;
  }

  /** Ends a request that is gRPC-Web's before anything is made of it. */
  public void refuse(HttpServerRequest request, CallFailure failure) {
    begin(request, WebType.of(request.getHeader(HttpHeaders.CONTENT_TYPE))).refuse(failure);
  }

  private WebCall begin(HttpServerRequest request, WebType type) {
    return new WebCall(vertx, request, windows(request), type, options, quiet);
  }

  /** Takes a request that is gRPC-Web's. */
  @Override
  public void handle(HttpServerRequest request) {
    WebType type = WebType.of(request.getHeader(HttpHeaders.CONTENT_TYPE));
    take(request, begin(request, type), metadata(request, type));
  }

  private static Map<String, String> metadata(HttpServerRequest request, WebType type) {
    Map<String, String> metadata = Metadata.of(request.headers());
    BrowserHeaders.removeFrom(metadata);
    metadata.put(Metadata.CONTENT_TYPE, type.ofGrpc());
    return metadata;
  }
}
