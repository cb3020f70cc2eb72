package dev.vertxmesh.consumer;

import dev.vertxmesh.access.AuditLog;
import dev.vertxmesh.browser.KnownHosts;
import dev.vertxmesh.browser.PageRule;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.http1.GuardedServers;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.ingress.CachedProblem;
import dev.vertxmesh.ingress.Cors;
import dev.vertxmesh.ingress.PageGuard;
import dev.vertxmesh.ingress.grpc.ConnectIngress;
import dev.vertxmesh.ingress.grpc.GrpcIngress;
import dev.vertxmesh.ingress.grpc.GrpcIngressOptions;
import dev.vertxmesh.ingress.grpc.WebIngress;
import dev.vertxmesh.ingress.http.HttpIngress;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.listen.Gate;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** All that comes in at the one port: gRPC, gRPC-Web and Connect as their heads say, else HTTP. */
final class Ingresses {

  private static final String HEALTH = "/grpc.health.v1.Health/";

  private final HttpIngress http;
  private final GrpcIngress grpc;
  private final WebIngress web;
  private final ConnectIngress connect;
  private final Http2Connections connections;
  private final Gate gate;
  private final BooleanSupplier sheds;
  private final String where;
  private final CallPath path;
  private final RequestCounts requests;
  private final CachedProblem refusal;
  private boolean leaving;

  /**
   * @param path takes what comes
   * @param connections on which all of them come
   * @param gate by which they come in
   * @param sheds whether a call that has come is refused, as the event loop is short of CPU
   */
  Ingresses(
      Vertx vertx,
      CallPath path,
      Http2Connections connections,
      Gate gate,
      BooleanSupplier sheds,
      ConsumerOptions options,
      HttpOptions http) {
    GrpcIngressOptions limits =
        new GrpcIngressOptions(
            options.maxMessage,
            http.where(),
            http.affinityHeader(),
            options.connections.streamIdleMillis);
    this.connections = connections;
    this.gate = gate;
    this.sheds = sheds;
    this.refusal =
        new CachedProblem(new CallFailure(Status.REFUSED, http.where(), CallFailure.SHORT_OF_CPU));
    this.where = http.where();
    this.path = path;
    this.requests = new RequestCounts(options.connections.requests);
    this.http = new HttpIngress(vertx, path, http, connections, System::nanoTime);
    this.grpc = new GrpcIngress(vertx, path, limits, connections, System::nanoTime);
    this.web = new WebIngress(vertx, path, limits, connections, System::nanoTime);
    this.connect = new ConnectIngress(vertx, path, limits, connections, System::nanoTime);
  }

  /**
   * A server that doesn't listen yet.
   *
   * @param tls null for plain text
   */
  HttpServer server(Vertx vertx, ConsumerOptions options, TlsListener tls) {
    Handler<HttpServerRequest> handler = forBrowsers(options);
    return GuardedServers.create(
            vertx, CallersPort.options(options), gate::onAccept, tls == null ? null : tls::begin)
        .connectionHandler(this::onConnection)
        .invalidRequestHandler(http::onInvalid)
        .requestHandler(request -> take(request, handler));
  }

  private void onConnection(HttpConnection connection) {
    connections.onConnection(connection);
    gate.onConnection(connection);
  }

  /**
   * From now on each answer over HTTP/1 says that its connection is to be closed, and each
   * connection of HTTP/2 that its next calls are to be made elsewhere.
   */
  void onLeaving() {
    leaving = true;
    connections.onLeaving();
  }

  /** All that is answered passes here, browsers' questions as well as calls. */
  private void take(HttpServerRequest request, Handler<HttpServerRequest> handler) {
    boolean http2 = request.version() == HttpVersion.HTTP_2;
    boolean last = requests.isLast(request.connection());
    if (http2 && last) {
      connections.sendAway(request.connection());
    } else if (!http2 && (leaving || last)) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    connections.whenGreeted(request, handler);
  }

  private Handler<HttpServerRequest> forBrowsers(ConsumerOptions options) {
    Set<String> origins = Set.copyOf(options.corsOrigins);
    KnownHosts hosts = new KnownHosts(options.hosts);
    return new PageGuard(
        new PageRule(origins, hosts),
        options.hosts.isEmpty() ? null : hosts,
        where,
        path,
        new AuditLog(System::nanoTime)::denied,
        origins.isEmpty() ? this::handle : new Cors(origins, this::handle));
  }

  private void handle(HttpServerRequest request) {
    connections.onCall(request.connection());
    boolean refused = !isHealth(request) && sheds.getAsBoolean();
    if (GrpcIngress.takes(request)) {
      if (refused) {
        grpc.refuse(request, refusal.failure());
      } else {
        grpc.handle(request);
      }
    } else if (WebIngress.takes(request)) {
      if (refused) {
        web.refuse(request, refusal.failure());
      } else {
        web.handle(request);
      }
    } else if (ConnectIngress.takes(request)) {
      if (refused) {
        connect.refuse(request, refusal.failure());
      } else {
        connect.handle(request);
      }
    } else if (refused) {
      refusal.send(request.response(), CallRecord.idOf(request.getHeader(CallRecord.ID)));
    } else {
      http.handle(request);
    }
  }

  /** Who asks whether the agent lives is answered while calls aren't. */
  private static boolean isHealth(HttpServerRequest request) {
    return request.path().startsWith(HEALTH);
  }
}
