package dev.vertxmesh.launch;

import java.io.IOException;
import java.util.regex.Pattern;

/** Why an agent can't start. Stackless: its message is all that a person needs. */
public final class StartFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What epoll's errors begin with, which tells a person nothing. */
  private static final Pattern NATIVE_CALL =
      Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

  public StartFailure(String message, Throwable cause) {
    super(message, cause, false, false);
  }

  /**
   * A port that can't be listened on.
   *
   * @param flag the option that says which, such as {@code --admin-port}
   */
  public static StartFailure listening(String flag, String host, int port, Throwable cause) {
    String reason = cause instanceof IOException ? cause.getMessage() : cause.toString();
    return new StartFailure(
        flag
            + (": can't listen on port " + port + " of " + host + ": ")
            + NATIVE_CALL.matcher(reason).replaceFirst(""),
        cause);
  }
}
