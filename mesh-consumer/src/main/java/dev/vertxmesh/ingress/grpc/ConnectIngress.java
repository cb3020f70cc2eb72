package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.ingress.grpc.connect.ConnectQuery;
import dev.vertxmesh.ingress.grpc.connect.ConnectTimeout;
import dev.vertxmesh.ingress.grpc.connect.ConnectType;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Connect, over any version of HTTP: {@code POST /{package.Service}/{Method}} with a content type
 * of its own, or with JSON and {@code connect-protocol-version}, and {@code GET} for methods
 * without side effects. Belongs to one event loop.
 *
 * <p>Source: <a href="https://connectrpc.com/docs/protocol">connectrpc.com/docs/protocol</a>.
 */
public final class ConnectIngress extends RpcIngress {

  private static final String VERSION = "1";
  private static final CharSequence VERSION_HEADER =
      HttpHeaders.createOptimized(Metadata.CONNECT_VERSION);
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;

  private static final CallHead.Wording WORDING =
      new CallHead.Wording(
          ConnectTimeout.HEADER, ConnectTimeout::nanos, Set.of(HttpMethod.POST, HttpMethod.GET));

  /** What stands for a request that says nothing else, for as long as it takes to refuse it. */
  private static final ConnectType UNSAID = new ConnectType(false, ConnectType.JSON);

  /**
   * @param connections on which requests come
   */
  public ConnectIngress(
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
        WireProtocol.CONNECT,
        new CallHead(options, WORDING, nanoClock));
  }

  /** Whether a request is Connect's; one of gRPC or gRPC-Web isn't asked about. */
  public static boolean takes(HttpServerRequest request) {
    if (request.headers().contains(VERSION_HEADER)) {
      return true;
    }
    if (request.method() == HttpMethod.GET) {
      return ConnectQuery.isOne(request.query());
    }
    return ConnectType.isConnects(request.getHeader(HttpHeaders.CONTENT_TYPE));
  }

  /** Ends a request that is Connect's before anything is made of it. */
  public void refuse(HttpServerRequest request, CallFailure failure) {
    ConnectType type = ConnectType.of(request.getHeader(HttpHeaders.CONTENT_TYPE));
    begin(request, type == null ? UNSAID : type, null).refuse(failure);
  }

  /** Takes a request that is Connect's. */
  @Override
  public void handle(HttpServerRequest request) {
    if (request.method() == HttpMethod.GET) {
      onGet(request);
    } else if (request.method() == HttpMethod.POST) {
      onPost(request);
    } else {
      request.response().putHeader(HttpHeaders.ALLOW, "GET, POST");
      refuse(request, METHOD_NOT_ALLOWED, "method: %s, expected POST".formatted(request.method()));
    }
  }

  private void onGet(HttpServerRequest request) {
    ConnectQuery query;
    try {
      query = ConnectQuery.parse(request.query() == null ? "" : request.query());
    } catch (IllegalArgumentException e) {
      refuse(request, begin(request, UNSAID, null), failure(e.getMessage()));
      return;
    }
    ConnectType type = new ConnectType(false, query.codec());
    if (type.isKnown()) {
      make(request, type, query);
    } else {
      String detail = "encoding: '%s', expected proto or json";
      refuse(request, UNSUPPORTED_MEDIA_TYPE, detail.formatted(type.codec()));
    }
  }

  private void onPost(HttpServerRequest request) {
    String contentType = request.getHeader(HttpHeaders.CONTENT_TYPE);
    ConnectType type = ConnectType.of(contentType);
    if (type != null && type.isKnown()) {
      make(request, type, null);
    } else {
      request.response().putHeader("accept-post", ConnectType.KNOWN);
      String detail = "content-type: '%s', expected one of %s";
      refuse(request, UNSUPPORTED_MEDIA_TYPE, detail.formatted(contentType, ConnectType.KNOWN));
    }
  }

  private void make(HttpServerRequest request, ConnectType type, ConnectQuery query) {
    IncomingCall begun = begin(request, type, query);
    String version = request.getHeader(Metadata.CONNECT_VERSION);
    if (version == null || version.equals(VERSION)) {
      take(request, begun, metadata(request, type, query));
    } else {
      String detail = "%s: '%s', expected %s";
      refuse(request, begun, failure(detail.formatted(Metadata.CONNECT_VERSION, version, VERSION)));
    }
  }

  private IncomingCall begin(HttpServerRequest request, ConnectType type, ConnectQuery query) {
    Http2Windows windows = windows(request);
    return type.isStream()
        ? new ConnectStreamCall(vertx, request, windows, type, options, quiet)
        : new ConnectUnaryCall(vertx, request, windows, type, query, options, quiet);
  }

  private static Map<String, String> metadata(
      HttpServerRequest request, ConnectType type, ConnectQuery query) {
    Map<String, String> metadata = Metadata.of(request.headers());
    String encoding = query == null ? metadata.get(type.encodingHeader()) : query.compression();
    String accepted = metadata.get(type.acceptHeader());
    BrowserHeaders.removeFrom(metadata);
    metadata.keySet().removeIf(ConnectType::isOfTheProtocol);
    metadata.put(Metadata.CONTENT_TYPE, type.ofGrpc());
    metadata.put(Metadata.CONNECT_VERSION, VERSION);
    if (query != null) {
      metadata.put(Metadata.CONNECT_METHOD, HttpMethod.GET.name());
    }
    if (encoding != null && !encoding.isEmpty()) {
      metadata.put(Metadata.ENCODING, encoding);
    }
    if (accepted != null) {
      metadata.put(Metadata.ACCEPT_ENCODING, ConnectType.accepted(accepted));
    }
    return metadata;
  }

  /** What HTTP has a status for and Connect no code. */
  private void refuse(HttpServerRequest request, int status, String detail) {
    CallFailure failure = failure(detail);
    new ConnectUnaryCall(vertx, request, windows(request), UNSAID, null, options, quiet)
        .refuse(status, failure, end(request, failure));
  }

  private CallFailure failure(String detail) {
    return new CallFailure(Status.BAD_REQUEST, options.where(), detail);
  }
}
