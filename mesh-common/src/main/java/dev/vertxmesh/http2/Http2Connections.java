package dev.vertxmesh.http2;

import io.vertx.core.http.HttpConnection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The connections of one event loop, of a server or of a client, and each one's windows. Takes the
 * connections' close handlers.
 */
public final class Http2Connections {

  private final WindowLimits limits;
  private final LongSupplier nanoClock;
  private final Map<HttpConnection, Http2Windows> open = new IdentityHashMap<>();

  /**
   * @param nanoClock for round trips
   */
  public Http2Connections(WindowLimits limits, LongSupplier nanoClock) {
    this.limits = limits;
    this.nanoClock = nanoClock;
  }

  /** A connection has been made; one of HTTP/1.1 needs nothing. */
  public void onConnection(HttpConnection connection) {
    if (connection.getWindowSize() >= 0) {
      Flushes.together(connection);
      Resets.once(connection);
      open.put(connection, Http2Windows.over(connection, limits, nanoClock));
      connection.closeHandler(closed -> open.remove(connection));
    }
  }

  /** Of one that was made here; of any other, windows that stay as they are. */
  public Http2Windows of(HttpConnection connection) {
    Http2Windows windows = open.get(connection);
    return windows == null ? Http2Windows.FIXED : windows;
  }

  /** The connections of HTTP/2 as they are now. */
  public WindowView view() {
    return WindowView.of(open.values());
  }
}
