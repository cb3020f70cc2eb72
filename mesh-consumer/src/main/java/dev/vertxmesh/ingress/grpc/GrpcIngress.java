package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.grpchttp.GrpcTimeout;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.Http2Windows;
import io.netty.buffer.Unpooled;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;
import java.util.function.LongSupplier;

/**
 * {@code POST /{package.Service}/{Method}} with the content type {@code application/grpc}. Belongs
 * to one event loop.
 */
public final class GrpcIngress implements Handler<HttpServerRequest> {

  /** HTTP's status for a version that can't do it. */
  private static final int VERSION_NOT_SUPPORTED = 505;

  private final Vertx vertx;
  private final Caller caller;
  private final GrpcIngressOptions options;
  private final Http2Connections connections;
  private final LongSupplier nanoClock;

  /**
   * @param connections on which requests come
   */
  public GrpcIngress(
      Vertx vertx,
      Caller caller,
      GrpcIngressOptions options,
      Http2Connections connections,
      LongSupplier nanoClock) {
    this.vertx = vertx;
    this.caller = caller;
    this.options = options;
    this.connections = connections;
    this.nanoClock = nanoClock;
  }

  /** Whether a request is gRPC's; gRPC-Web isn't. */
  public static boolean takes(HttpServerRequest request) {
    return Metadata.isGrpc(request.getHeader(HttpHeaders.CONTENT_TYPE));
  }

  /** Takes a request that is gRPC's. */
  @Override
  public void handle(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2) {
      refuseVersion(request);
      return;
    }
    Http2Windows windows = connections.of(request.connection());
    GrpcCall begun = new GrpcCall(vertx, request, windows, options, caller);
    Call call;
    try {
      call = call(request);
    } catch (CallFailure e) {
      begun.refuse(e);
      return;
    }
    begun.begin(call);
  }

  private Call call(HttpServerRequest request) {
    Call call =
        new Call(
            target(request),
            Encoding.GRPC,
            Unpooled.EMPTY_BUFFER,
            Metadata.of(request.headers()),
            deadline(request));
    if (options.affinityHeader() != null) {
      call.affinity(request.getHeader(options.affinityHeader()));
    }
    return call;
  }

  private Target target(HttpServerRequest request) {
    String path = request.path();
    int slash = path == null ? -1 : path.indexOf('/', 1);
    if (request.method() != HttpMethod.POST) {
      throw failure(Status.NO_METHOD, "method: %s, expected POST".formatted(request.method()));
    } else if (slash < 2 || slash == path.length() - 1 || path.indexOf('/', slash + 1) >= 0) {
      String expected = "path: '%s', expected /{package.Service}/{Method}";
      throw failure(Status.NO_METHOD, expected.formatted(path));
    }
    ServiceKey service =
        new ServiceKey(
            path.substring(1, slash),
            request.getHeader(Metadata.TRIPLE_GROUP),
            request.getHeader(Metadata.TRIPLE_VERSION));
    return new Target(service, path.substring(slash + 1), "");
  }

  private Deadline deadline(HttpServerRequest request) {
    long now = nanoClock.getAsLong();
    String timeout = request.getHeader(GrpcTimeout.HEADER);
    if (timeout == null) {
      return Deadline.none(now);
    }
    long nanos = nanos(timeout);
    if (nanos == 0) {
      throw failure(Status.TIMEOUT, "the deadline had passed when the call came");
    }
    return nanos >= Long.MAX_VALUE / 2 ? Deadline.none(now) : new Deadline(now + nanos);
  }

  private long nanos(String timeout) {
    try {
      return GrpcTimeout.parse(timeout);
    } catch (IllegalArgumentException e) {
      throw failure(Status.BAD_REQUEST, e.getMessage());
    }
  }

  private CallFailure failure(Status status, String detail) {
    return new CallFailure(status, options.where(), detail);
  }

  /** Not as gRPC: who speaks HTTP/1.1 has no trailers to read a status from. */
  private void refuseVersion(HttpServerRequest request) {
    String detail =
        "content-type: '%s' over %s, expected HTTP/2 (without TLS: by prior knowledge), or JSON"
            .formatted(request.getHeader(HttpHeaders.CONTENT_TYPE), request.version().alpnName());
    JsonObject problem =
        new JsonObject()
            .put("type", "urn:vertx-mesh:bad-request")
            .put("title", "gRPC needs HTTP/2")
            .put("status", VERSION_NOT_SUPPORTED)
            .put("detail", detail)
            .put("where", options.where())
            .put("retry", "useless");
    request
        .response()
        .setStatusCode(VERSION_NOT_SUPPORTED)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/problem+json")
        .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
        .end(problem.toBuffer());
  }
}
