package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.grpchttp.GrpcTimeout;
import dev.vertxmesh.grpchttp.Metadata;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;

/** How a call begins on its stream: path and headers. */
final class GrpcRequestHead {

  private static final String GRPC = "application/grpc";

  private GrpcRequestHead() {}

  /**
   * Why a call can't be said in HTTP/2; null if it can. Asked before a stream is made for it, since
   * one that has no head can't even be reset.
   *
   * @param endings of the server that the call is for
   */
  static CallFailure refused(Call call, StreamErrors endings) {
    String path = path(call.target());
    ServiceKey service = call.target().service();
    if (path.startsWith("$", path.lastIndexOf('/') + 1)) { // Triple's providers have $invoke too
      return endings.of(
          Status.NO_METHOD,
          "method: '%s' is Dubbo's own, expected a method of the service".formatted(path));
    }
    if (!isVisible(path) || !isVisible(service.group()) || !isVisible(service.version())) {
      return endings.of(
          Status.BAD_REQUEST,
          "path, group or version: a character that isn't visible ASCII in %s of '%s'"
              .formatted(path, service));
    }
    try {
      Metadata.check(call.attachments());
      return null;
    } catch (IllegalArgumentException e) {
      return endings.of(Status.BAD_REQUEST, "metadata: " + e.getMessage());
    }
  }

  static RequestOptions options(Call call) {
    return new RequestOptions().setMethod(HttpMethod.POST).setURI("/" + path(call.target()));
  }

  /** A method with a slash is another service's, which the server has beside the target's. */
  private static String path(Target target) {
    return target.method().indexOf('/') < 0
        ? target.service().interfaceName() + "/" + target.method()
        : target.method();
  }

  private static boolean isVisible(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  /**
   * @param now of the clock that the call's deadline is of
   */
  static void write(MultiMap headers, Call call, long now) {
    Metadata.put(headers, call.attachments());
    headers.remove(Metadata.CONNECT_VERSION).remove(Metadata.CONNECT_METHOD);
    ServiceKey service = call.target().service();
    if (!service.group().isEmpty()) {
      headers.set(Metadata.TRIPLE_GROUP, service.group());
    }
    if (!service.version().isEmpty()) {
      headers.set(Metadata.TRIPLE_VERSION, service.version());
    }
    if (!headers.contains(Metadata.CONTENT_TYPE)) {
      headers.set(Metadata.CONTENT_TYPE, GRPC);
    }
    headers.set("te", "trailers");
    Deadline deadline = call.deadline();
    if (!deadline.isNone(now)) {
      headers.set(GrpcTimeout.HEADER, GrpcTimeout.format(Math.max(1, deadline.nanos() - now)));
    }
  }
}
