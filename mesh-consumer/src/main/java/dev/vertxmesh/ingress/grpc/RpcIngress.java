package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.Http2Windows;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;

/** What the ingresses of gRPC, gRPC-Web and Connect share. Belongs to one event loop. */
abstract class RpcIngress implements Handler<HttpServerRequest> {

  final Vertx vertx;
  final GrpcIngressOptions options;
  final StalledCalls quiet;
  private final CallPath path;
  private final Http2Connections connections;
  private final WireProtocol protocol;
  private final CallHead head;

  RpcIngress(
      Vertx vertx,
      CallPath path,
      GrpcIngressOptions options,
      Http2Connections connections,
      WireProtocol protocol,
      CallHead head) {
    this.vertx = vertx;
    this.path = path;
    this.options = options;
    this.quiet = new StalledCalls(vertx, options.quietMillis());
    this.connections = connections;
    this.protocol = protocol;
    this.head = head;
  }

  final Http2Windows windows(HttpServerRequest request) {
    return connections.of(request.connection());
  }

  /** Makes a call of the request, unless its head says that there can't be one. */
  final void take(HttpServerRequest request, IncomingCall begun, Map<String, String> metadata) {
    Call call;
    try {
      call = head.call(protocol, request, metadata);
    } catch (CallFailure e) {
      refuse(request, begun, e);
      return;
    }
    begun.begin(call, path);
  }

  final void refuse(HttpServerRequest request, IncomingCall begun, CallFailure failure) {
    begun.refuse(failure, end(request, failure));
  }

  /** Tells the path of a request that will never be a call. */
  final Call end(HttpServerRequest request, CallFailure failure) {
    Call unmade = head.unmade(protocol, request, failure);
    path.ended(unmade);
    return unmade;
  }
}
