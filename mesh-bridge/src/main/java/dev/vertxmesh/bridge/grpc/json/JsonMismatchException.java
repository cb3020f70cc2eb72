package dev.vertxmesh.bridge.grpc.json;

/** JSON that isn't the message that is expected; says where. Stackless. */
final class JsonMismatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  JsonMismatchException(String detail) {
    super(detail, null, false, false);
  }
}
