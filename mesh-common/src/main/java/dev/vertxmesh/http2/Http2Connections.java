package dev.vertxmesh.http2;

import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.VertxConnection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The connections of one event loop, of a server or of a client, and each one's windows. Takes the
 * connections' close handlers.
 */
public final class Http2Connections {

  private static final long NO_ERROR = 0;

  /** All streams: those that begin after the word is said, too (RFC 9113, 6.8). */
  private static final int WHATEVER_COMES = Integer.MAX_VALUE;

  /** Those that have begun, and no other. */
  private static final int WHAT_HAS_COME = -1;

  private final WindowLimits limits;
  private final LongSupplier nanoClock;
  private final Map<HttpConnection, Http2Windows> open = new IdentityHashMap<>();
  private final Set<HttpConnection> told = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<HttpConnection, Runnable> waiting = new IdentityHashMap<>();
  private final Set<HttpConnection> greeted = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean leaving;

  /**
   * @param nanoClock for round trips
   */
  public Http2Connections(WindowLimits limits, LongSupplier nanoClock) {
    this.limits = limits;
    this.nanoClock = nanoClock;
  }

  /** A connection has been made; what one of HTTP/1.1 needs comes with its end. */
  public void onConnection(HttpConnection connection) {
    if (connection.getWindowSize() >= 0) {
      Flushes.together(connection);
      Resets.once(connection);
      Http2Windows windows = Http2Windows.over(connection, limits, nanoClock);
      open.put(connection, windows);
      connection.pingHandler(ping -> windows.onPing());
      if (hasGreeted(connection)) {
        greeted.add(connection);
      } else {
        connection.remoteSettingsHandler(settings -> onGreeted(connection));
      }
      connection.closeHandler(closed -> forget(connection));
    } else if (connection instanceof VertxConnection) {
      connection.closeHandler(closed -> PipelinedRequests.release(connection));
    }
  }

  private void forget(HttpConnection connection) {
    open.remove(connection);
    told.remove(connection);
    greeted.remove(connection);
    waiting.remove(connection);
  }

  /** Vert.x tells of a connection after its client's first settings, if it began as HTTP/2. */
  private static boolean hasGreeted(HttpConnection connection) {
    Http2ConnectionHandler handler = (Http2ConnectionHandler) Sockets.of(connection).handler();
    return handler.decoder().prefaceReceived();
  }

  private void onGreeted(HttpConnection connection) {
    greeted.add(connection);
    Runnable first = waiting.remove(connection);
    if (first != null) {
      first.run();
    }
  }

  /**
   * Of a server: takes a request, as soon as its client has said that it speaks HTTP/2. The first
   * on a connection that began as HTTP/1.1 comes before that, and the JDK's client, up to 25 at
   * least, loses its place where much of an answer does too: 8 % of those of 5 MB.
   */
  public void whenGreeted(HttpServerRequest request, Handler<HttpServerRequest> taker) {
    HttpConnection connection = request.connection();
    if (!open.containsKey(connection) || greeted.contains(connection)) {
      taker.handle(request);
    } else {
      request.pause();
      waiting.put(
          connection,
          () -> {
            taker.handle(request);
            if (!request.isEnded()) { // as one that was refused may be
              request.resume(); // no gRPC client begins like that, which would mind
            }
          });
    }
  }

  /**
   * Of a server: tells clients to make their next calls on another connection. Those that they make
   * on this one until they have heard of it are taken.
   */
  public void onLeaving() {
    leaving = true;
    open.keySet().forEach(this::sendAway);
  }

  /** A call has come; a client of a server that leaves is told with its first. */
  public void onCall(HttpConnection connection) {
    if (leaving && open.containsKey(connection)) {
      sendAway(connection);
    }
  }

  /** Tells a client once to make its next calls on another connection. */
  public void sendAway(HttpConnection connection) {
    if (told.add(connection)) {
      connection.goAway(NO_ERROR, WHATEVER_COMES);
    }
  }

  /** From now on no call is taken; clients are told which was the last. */
  public void end() {
    open.keySet().forEach(connection -> connection.goAway(NO_ERROR, WHAT_HAS_COME));
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
