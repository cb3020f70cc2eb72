package dev.vertxmesh.launch.settings;

import dev.vertxmesh.net.SocketReason;

/** Why an agent can't start. Stackless: its message is all that a person needs. */
public final class StartFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StartFailure(String message, Throwable cause) {
    super(message, cause, false, false);
  }

  /**
   * A port that can't be listened on.
   *
   * @param flag the option that says which, such as {@code --admin-port}
   */
  public static StartFailure listening(String flag, String host, int port, Throwable cause) {
    String what = flag + ": can't listen on port " + port + " of " + host + ": ";
    return new StartFailure(what + SocketReason.of(cause), cause);
  }
}
