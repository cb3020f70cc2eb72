package dev.vertxmesh.launch;

import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Keeps back what Netty says of Vert.x 5.0.7 when a stream is reset while trailers wait in its
 * queue: Vert.x has no promise for these, and fails over that. They're the last that waits, so
 * nothing is left undone, and any client can bring it about.
 */
final class LostTrailersFilter implements Filter {

  private static final String STREAM = "io.vertx.core.http.impl.VertxHttp2Stream$";

  @Override
  public boolean isLoggable(LogRecord record) {
    return !(record.getThrown() instanceof NullPointerException thrown) || !isCancel(thrown);
  }

  private static boolean isCancel(Throwable thrown) {
    StackTraceElement[] stack = thrown.getStackTrace();
    return stack.length > 0
        && stack[0].getClassName().startsWith(STREAM)
        && stack[0].getMethodName().equals("cancel");
  }
}
