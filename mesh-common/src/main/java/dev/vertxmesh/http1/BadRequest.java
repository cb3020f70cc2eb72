package dev.vertxmesh.http1;

/** Why a request is refused: what was wrong in it, where, and what was expected. Has no stack. */
public final class BadRequest extends RuntimeException {

  private static final long serialVersionUID = 1;

  static final int BAD_REQUEST = 400;

  private final int status;

  BadRequest(String detail) {
    this(BAD_REQUEST, detail);
  }

  BadRequest(int status, String detail) {
    super(detail, null, false, false);
    this.status = status;
  }

  /** The HTTP status that says so. */
  public int status() {
    return status;
  }

  /** The status of the answer to what couldn't be read. */
  public static int statusOf(Throwable cause) {
    return cause instanceof BadRequest bad ? bad.status : BAD_REQUEST;
  }
}
