package dev.vertxmesh.net;

import java.io.IOException;
import java.net.NoRouteToHostException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** What a person reads of a socket's error. */
public final class SocketReason {

  /** What epoll's and io_uring's errors begin with: what was done, and the number of the error. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^[\\w ]+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

  /** What Netty makes of an error without a message, when it adds the address. */
  private static final String NOTHING = "null: ";

  private SocketReason() {}

  /** Whether it's the connection's end, and not what TLS says of what came over it. */
  public static boolean isOfConnection(Throwable error) {
    return error instanceof IOException && !(error instanceof SSLException);
  }

  public static String of(Throwable error) {
    String message = error.getMessage();
    if (message == null) {
      return error.toString();
    } else if (message.startsWith(NOTHING)) {
      return named(error) + message.substring(NOTHING.length());
    }
    return SYSTEM_CALL.matcher(message).replaceFirst("");
  }

  private static String named(Throwable error) {
    return error instanceof NoRouteToHostException
        ? "no route to host: "
        : error.getClass().getSimpleName() + ": ";
  }
}
