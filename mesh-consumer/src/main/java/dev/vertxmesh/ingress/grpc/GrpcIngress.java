package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Connections;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import java.util.function.LongSupplier;

/**
 * {@code POST /{package.Service}/{Method}} with the content type {@code application/grpc}. Belongs
 * to one event loop.
 */
public final class GrpcIngress extends RpcIngress {

  /** HTTP's status for a version that can't do it. */
  private static final int VERSION_NOT_SUPPORTED = 505;

  /**
   * @param connections on which requests come
   */
  public GrpcIngress(
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
        WireProtocol.GRPC,
        new CallHead(options, CallHead.Wording.OF_GRPC, nanoClock));
  }

  /** Whether a request is gRPC's; gRPC-Web isn't. */
  public static boolean takes(HttpServerRequest request) {
    return Metadata.isGrpc(request.getHeader(HttpHeaders.CONTENT_TYPE));
  }

  /** Takes a request that is gRPC's. */
  @Override
  public void handle(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2) {
      String detail = refuseVersion(request);
      end(request, new CallFailure(Status.BAD_REQUEST, options.where(), detail));
      return;
    }
    take(request, begin(request), Metadata.of(request.headers()));
  }

  private GrpcCall begin(HttpServerRequest request) {
    return new GrpcCall(vertx, request, windows(request), options, quiet);
  }

  /** Ends a request that is gRPC's before anything is made of it. */
  public void refuse(HttpServerRequest request, CallFailure failure) {
    if (request.version() != HttpVersion.HTTP_2) {
      refuseVersion(request);
      return;
    }
    begin(request).refuse(failure);
  }

  /** Not as gRPC: who speaks HTTP/1.1 has no trailers to read a status from. */
  private String refuseVersion(HttpServerRequest request) {
    String detail =
        "content-type: '%s' over %s, expected HTTP/2 (without TLS: by prior knowledge), or JSON"
            .formatted(request.getHeader(HttpHeaders.CONTENT_TYPE), request.version().alpnName());
    String id = CallRecord.idOf(request.getHeader(CallRecord.ID));
    JsonObject problem =
        new JsonObject()
            .put("type", "urn:vertx-mesh:bad-request")
            .put("title", "gRPC needs HTTP/2")
            .put("status", VERSION_NOT_SUPPORTED)
            .put("detail", detail)
            .put("where", options.where())
            .put("retry", "useless")
            .put("id", id);
    request
        .response()
        .setStatusCode(VERSION_NOT_SUPPORTED)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/problem+json")
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
        .putHeader(CallRecord.ID, id)
        .end(problem.toBuffer());
    return detail;
  }
}
