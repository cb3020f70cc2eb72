package dev.vertxmesh.discovery.kubernetes;

/** What the API server's refusals mean, and what to do about them. Stackless. */
final class ApiRefusal extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private final int code;

  /**
   * @param what was asked for, such as {@code endpointslices in namespace shop}
   * @param token whose it is, for a person
   * @param status the HTTP status, and what the server says about it
   */
  ApiRefusal(String what, String token, ApiJson.Status status) {
    super(message(what, token, status), null, false, false);
    this.code = status.code();
  }

  /** Whether the next question will be refused as well, until somebody has put something right. */
  boolean isLasting() {
    return code == UNAUTHORIZED || code == FORBIDDEN || code == NOT_FOUND;
  }

  private static String message(String what, String token, ApiJson.Status status) {
    String why =
        switch (status.code()) {
          case UNAUTHORIZED -> "it doesn't take " + token;
          case FORBIDDEN ->
              "it doesn't let "
                  + token
                  + " read "
                  + what
                  + "; expected a Role with get, list and watch of endpointslices in the API group"
                  + " discovery.k8s.io and of services, and its RoleBinding";
          case NOT_FOUND ->
              "it has no "
                  + what
                  + ", expected Kubernetes 1.21 or later, and at api= its address and nothing else";
          case GONE -> "the changes of " + what + " since the last one are lost to it";
          default -> "it doesn't answer about " + what;
        };
    String said = status.message().isEmpty() ? "" : ": " + status.message();
    return why + " (" + status.code() + said + ")";
  }
}
