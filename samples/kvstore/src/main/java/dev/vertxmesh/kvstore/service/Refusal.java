package dev.vertxmesh.kvstore.service;

import io.vertx.grpc.common.GrpcStatus;

/** Why a call isn't answered with OK; has no stack, as it's no fault of this program. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final GrpcStatus status;

  Refusal(GrpcStatus status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  GrpcStatus status() {
    return status;
  }
}
