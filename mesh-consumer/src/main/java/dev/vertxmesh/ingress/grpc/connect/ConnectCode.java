package dev.vertxmesh.ingress.grpc.connect;

import dev.vertxmesh.grpc.GrpcStatus;
import java.util.Locale;

/** What gRPC's statuses are called in Connect, and which HTTP status goes with each. */
public final class ConnectCode {

  private ConnectCode() {}

  static String name(GrpcStatus status) {
    return status == GrpcStatus.CANCELLED ? "canceled" : status.name().toLowerCase(Locale.ROOT);
  }

  /** Of the answer to a unary call. */
  public static int http(GrpcStatus status) {
    return switch (status) {
      case OK -> 200;
      case INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE -> 400;
      case UNAUTHENTICATED -> 401;
      case PERMISSION_DENIED -> 403;
      case NOT_FOUND -> 404;
      case ALREADY_EXISTS, ABORTED -> 409;
      case RESOURCE_EXHAUSTED -> 429;
      case CANCELLED -> 499;
      case UNKNOWN, INTERNAL, DATA_LOSS -> 500;
      case UNIMPLEMENTED -> 501;
      case UNAVAILABLE -> 503;
      case DEADLINE_EXCEEDED -> 504;
    };
  }
}
