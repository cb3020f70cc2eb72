package dev.vertxmesh.bridge.dubbo.rpc;

/** Named as Dubbo's own. */
public final class RpcException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public RpcException(String message) {
    super(message);
  }
}
