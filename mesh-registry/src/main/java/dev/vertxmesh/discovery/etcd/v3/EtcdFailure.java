package dev.vertxmesh.discovery.etcd.v3;

import io.vertx.grpc.common.GrpcStatus;

/** What etcd refused, in its own words. Stackless. */
final class EtcdFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final GrpcStatus status;

  EtcdFailure(String endpoint, GrpcStatus status, String message) {
    super(endpoint + ": " + (message == null ? status : message), null, false, false);
    this.status = status;
  }

  GrpcStatus status() {
    return status;
  }

  /** Whether a new token may help: it has expired, or the roles have changed since. */
  boolean wantsToken() {
    return status == GrpcStatus.UNAUTHENTICATED
        || status == GrpcStatus.INVALID_ARGUMENT && getMessage().contains("auth store")
        || status == GrpcStatus.INVALID_ARGUMENT && getMessage().contains("user name is empty");
  }

  /** Whether it's about this server, and another may do better. */
  boolean isOfThisServer() {
    return switch (status) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, INTERNAL, UNKNOWN -> true;
      default -> false;
    };
  }
}
