package dev.vertxmesh.bridge.grpc.json;

/** JSON that isn't the message that is expected; says where. Stackless. */
final class Misfit extends RuntimeException {

  private static final long serialVersionUID = 1L;

  Misfit(String detail) {
    super(detail, null, false, false);
  }
}
