package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.grpchttp.GrpcTimeout;
import dev.vertxmesh.grpchttp.Metadata;
import dev.vertxmesh.ingress.RequestOrigin;
import io.netty.buffer.Unpooled;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** What the head of a request says of its call, be it gRPC's, gRPC-Web's or Connect's. */
final class CallHead {

  /**
   * How a protocol says it.
   *
   * @param timeout the header that has the time left
   * @param nanos reads it, or throws an IllegalArgumentException
   * @param methods of HTTP that make a call
   */
  record Wording(String timeout, ToLongFunction<String> nanos, Set<HttpMethod> methods) {

    static final Wording OF_GRPC =
        new Wording(GrpcTimeout.HEADER, GrpcTimeout::parse, Set.of(HttpMethod.POST));
  }

  private final GrpcIngressOptions options;
  private final Wording wording;
  private final LongSupplier nanoClock;

  CallHead(GrpcIngressOptions options, Wording wording, LongSupplier nanoClock) {
    this.options = options;
    this.wording = wording;
    this.nanoClock = nanoClock;
  }

  /**
   * The call, which has no exchange yet.
   *
   * @throws CallFailure if there can't be one
   */
  Call call(WireProtocol protocol, HttpServerRequest request, Map<String, String> metadata) {
    long now = nanoClock.getAsLong();
    Call call =
        new Call(
            target(request),
            Encoding.GRPC,
            Unpooled.EMPTY_BUFFER,
            metadata,
            deadline(request, now));
    call.record().came(new RequestOrigin(protocol, request), now);
    call.record().timeoutOf("header " + wording.timeout());
    if (options.affinityHeader() != null) {
      call.affinity(request.getHeader(options.affinityHeader()));
    }
    return call;
  }

  /** What ended before it was a call. */
  Call unmade(WireProtocol protocol, HttpServerRequest request, CallFailure failure) {
    Target target;
    try {
      target = target(request);
    } catch (CallFailure e) {
      target = Target.NONE;
    }
    RequestOrigin origin = new RequestOrigin(protocol, request);
    return Call.unmade(target, origin, nanoClock.getAsLong(), failure);
  }

  private Target target(HttpServerRequest request) {
    String path = request.path();
    int slash = path == null || !path.startsWith("/") ? -1 : path.indexOf('/', 1);
    if (!wording.methods().contains(request.method())) {
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

  private Deadline deadline(HttpServerRequest request, long now) {
    String timeout = request.getHeader(wording.timeout());
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
      return wording.nanos().applyAsLong(timeout);
    } catch (IllegalArgumentException e) {
      throw failure(Status.BAD_REQUEST, e.getMessage());
    }
  }

  private CallFailure failure(Status status, String detail) {
    return new CallFailure(status, options.where(), detail);
  }
}
