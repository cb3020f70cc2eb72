package dev.vertxmesh.call;

/** A call that ended without an answer from its method. Stackless: it is data, not a fault. */
public final class CallFailure extends RuntimeException {

  /** The detail of a call that was refused before anything was made of it. */
  public static final String SHORT_OF_CPU =
      "the agent is short of CPU: what comes waits too long for its turn";

  private static final long serialVersionUID = 1L;

  private final Status status;
  private final String where;
  private final long retryAfterMillis;

  /**
   * @param status neither OK nor EXCEPTION
   * @param where which agent, and which endpoint it was about, for a person to read
   * @param detail what failed and what was expected
   */
  public CallFailure(Status status, String where, String detail) {
    this(status, where, detail, 0);
  }

  /**
   * @param retryAfterMillis so long calling again would end the same way; 0 if nobody knows
   */
  public CallFailure(Status status, String where, String detail, long retryAfterMillis) {
    super(detail, null, false, false);
    this.status = status;
    this.where = where;
    this.retryAfterMillis = retryAfterMillis;
  }

  /** How the call ended; neither OK nor EXCEPTION. */
  public Status status() {
    return status;
  }

  /** Which agent says so, and which endpoint it was about. */
  public String where() {
    return where;
  }

  /** So long calling again would end the same way, in milliseconds; 0 if nobody knows. */
  public long retryAfterMillis() {
    return retryAfterMillis;
  }

  /** Any error as a failure: itself if it is one, and otherwise a fault of the mesh. */
  public static CallFailure of(Throwable error, String where) {
    return error instanceof CallFailure failure
        ? failure
        : new CallFailure(Status.INTERNAL, where, String.valueOf(error));
  }
}
