package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.net.SocketReason;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.http.StreamResetException;

/**
 * What a stream's end means that has no {@code grpc-status}, as gRPC has it: of a reset by
 * PROTOCOL-HTTP2.md, of an HTTP status by http-grpc-status-mapping.md. The gRPC status is that of
 * the ingress's one table for the {@link Status} here.
 *
 * @param where the server, as failures name it
 */
record StreamErrors(String where) {

  /**
   * A stream broke off.
   *
   * @param untouched whether it's known that the server has done nothing for it
   */
  CallFailure broken(Throwable cause, boolean untouched) {
    if (cause instanceof StreamResetException reset) {
      return reset(reset.getCode());
    }
    return untouched
        ? new CallFailure(
            Status.UNAVAILABLE, where, "the server didn't take the call: " + SocketReason.of(cause))
        : new CallFailure(
            Status.LOST,
            where,
            "the connection ended before the answer: " + SocketReason.of(cause));
  }

  private CallFailure reset(long code) {
    Http2Error error = Http2Error.valueOf(code);
    String name = error == null ? "error " + code : error.name();
    return new CallFailure(ofReset(error), where, "the server reset the stream: " + name);
  }

  private static Status ofReset(Http2Error error) {
    if (error == null) {
      return Status.INTERNAL;
    }
    return switch (error) {
      case REFUSED_STREAM -> Status.UNAVAILABLE; // which says that nothing was done
      case CANCEL -> Status.CANCELLED;
      case INADEQUATE_SECURITY -> Status.DENIED;
      case ENHANCE_YOUR_CALM -> Status.TOO_LARGE; // gRPC's RESOURCE_EXHAUSTED, and it may have run
      default -> Status.INTERNAL;
    };
  }

  /** An answer that isn't gRPC. */
  CallFailure http(int status, String contentType) {
    String detail =
        status == 200
            ? "the answer has the content type '%s', expected application/grpc"
                .formatted(contentType)
            : "the server answered with HTTP status " + status;
    return new CallFailure(ofHttp(status), where, detail);
  }

  private static Status ofHttp(int status) {
    return switch (status) {
      case 400 -> Status.INTERNAL;
      case 401, 403 -> Status.DENIED;
      case 404 -> Status.NO_METHOD;
      case 429, 502, 503, 504 -> Status.LOST; // gRPC's UNAVAILABLE, but it may have run
      default -> Status.PROVIDER_ERROR;
    };
  }

  CallFailure noStatus() {
    return new CallFailure(
        Status.PROVIDER_ERROR, where, "the answer has ended without a grpc-status");
  }

  CallFailure cancelled() {
    return new CallFailure(Status.CANCELLED, where, "the caller went away");
  }

  CallFailure of(Status status, String detail) {
    return new CallFailure(status, where, detail);
  }
}
