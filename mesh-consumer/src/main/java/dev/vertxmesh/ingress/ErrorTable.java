package dev.vertxmesh.ingress;

import dev.vertxmesh.call.Status;

/**
 * What each way for a call to end is called over HTTP and over gRPC: the one table, which
 * docs/errors.md shows. ({@code ingress.dubbo.FailureStatus} has Dubbo's own numbers, because they
 * have to be what a provider would send.)
 *
 * @param http RFC 9110's status, or 499 for a caller that left
 * @param grpc the number of gRPC's status
 * @param title for a person to read, the same for each problem of the kind
 */
public record ErrorTable(int http, int grpc, String title) {

  private static final int CANCELLED = 1;
  private static final int UNKNOWN = 2;
  private static final int INVALID_ARGUMENT = 3;
  private static final int DEADLINE_EXCEEDED = 4;
  private static final int PERMISSION_DENIED = 7;
  private static final int RESOURCE_EXHAUSTED = 8;
  private static final int UNIMPLEMENTED = 12;
  private static final int INTERNAL = 13;
  private static final int UNAVAILABLE = 14;
  private static final int UNAUTHENTICATED = 16;

  /** The row of a call's end; a call that went well has none. */
  public static ErrorTable of(Status status) {
    return switch (status) {
      case EXCEPTION -> row(500, UNKNOWN, "The method threw an exception");
      case BAD_REQUEST -> row(400, INVALID_ARGUMENT, "The call is malformed");
      case NO_SERVICE -> row(404, UNIMPLEMENTED, "No such service");
      case NO_METHOD -> row(404, UNIMPLEMENTED, "No such method or type");
      case DENIED -> row(403, PERMISSION_DENIED, "The caller may not make this call");
      case UNAUTHENTICATED -> row(401, UNAUTHENTICATED, "The caller isn't authenticated");
      case LIMITED -> row(429, RESOURCE_EXHAUSTED, "Over a limit for callers");
      case TOO_LARGE -> row(413, RESOURCE_EXHAUSTED, "Too large");
      case REFUSED -> row(503, RESOURCE_EXHAUSTED, "Refused: too much is in flight");
      case UNAVAILABLE -> row(503, UNAVAILABLE, "No endpoint can be reached");
      case LOST -> row(503, UNAVAILABLE, "The connection was lost during the call");
      case TIMEOUT -> row(504, DEADLINE_EXCEEDED, "The deadline has passed");
      case CANCELLED -> row(499, CANCELLED, "The caller went away");
      case SERIALIZATION -> row(502, INTERNAL, "A value can't be serialized");
      case PROVIDER_ERROR -> row(502, UNKNOWN, "The provider answered with an error");
      case OK, INTERNAL -> row(500, INTERNAL, "A fault of the mesh");
    };
  }

  private static ErrorTable row(int http, int grpc, String title) {
    return new ErrorTable(http, grpc, title);
  }
}
