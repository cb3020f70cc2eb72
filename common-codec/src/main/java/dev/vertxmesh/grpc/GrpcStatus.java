package dev.vertxmesh.grpc;

/** gRPC's statuses; the number of each is its place in the list (grpc/doc/statuscodes.md). */
public enum GrpcStatus {
  OK,
  CANCELLED,
  UNKNOWN,
  INVALID_ARGUMENT,
  DEADLINE_EXCEEDED,
  NOT_FOUND,
  ALREADY_EXISTS,
  PERMISSION_DENIED,
  RESOURCE_EXHAUSTED,
  FAILED_PRECONDITION,
  ABORTED,
  OUT_OF_RANGE,
  UNIMPLEMENTED,
  INTERNAL,
  UNAVAILABLE,
  DATA_LOSS,
  UNAUTHENTICATED;

  private static final GrpcStatus[] BY_CODE = values();

  public int code() {
    return ordinal();
  }

  /**
   * @param trailer the value of {@code grpc-status}; null and what isn't a known number read as
   *     {@link #UNKNOWN}, as gRPC says
   */
  public static GrpcStatus of(String trailer) {
    try {
      int code = trailer == null ? UNKNOWN.code() : Integer.parseInt(trailer.strip());
      return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
    } catch (NumberFormatException e) {
      return UNKNOWN;
    }
  }
}
