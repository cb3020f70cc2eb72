package dev.vertxmesh.launch.log;

import java.util.logging.Filter;
import java.util.logging.LogRecord;

/**
 * Keeps back what Netty says of Vert.x 5.0.7 when a stream is reset while trailers wait in its
 * queue: Vert.x has no promise for these, and fails over that. They're the last that waits, so
 * nothing is left undone, and any client can bring it about.
 *
 * <p>The JVM leaves out the stack of what the same place throws again and again ({@code
 * OmitStackTraceInFastThrow}). It does so only after that place has thrown with one: any other that
 * comes without a stack has been told of with it.
 */
final class LostTrailersFilter implements Filter {

  private static final String STREAM = "io.vertx.core.http.impl.VertxHttp2Stream$";

  /** What Netty says of it, and of all else that fails when a stream closes. */
  private static final String CLOSED = "Caught Throwable from listener onStreamClosed.";

  private volatile boolean hasCome;

  @Override
  public boolean isLoggable(LogRecord record) {
    if (!(record.getThrown() instanceof NullPointerException thrown)) {
      return true;
    }
    StackTraceElement[] stack = thrown.getStackTrace();
    if (stack.length == 0) {
      return !hasCome || !CLOSED.equals(record.getMessage());
    }
    boolean isCancel = isCancel(stack[0]);
    hasCome |= isCancel;
    return !isCancel;
  }

  private static boolean isCancel(StackTraceElement place) {
    return place.getClassName().startsWith(STREAM) && place.getMethodName().equals("cancel");
  }
}
