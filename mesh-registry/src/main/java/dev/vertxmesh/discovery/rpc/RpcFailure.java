package dev.vertxmesh.discovery.rpc;

import io.vertx.grpc.common.GrpcStatus;

/** What a server answered instead of what was asked for. Stackless. */
public final class RpcFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final GrpcStatus status;
  private final boolean told;

  /**
   * @param told whether the server said so, and nobody else
   */
  RpcFailure(GrpcStatus status, String message, boolean told) {
    super(message, null, false, false);
    this.status = status;
    this.told = told;
  }

  /** Of gRPC. */
  public GrpcStatus status() {
    return status;
  }

  /** Whether these are the server's own words: it's there. */
  public boolean isTold() {
    return told;
  }
}
