package dev.vertxmesh.http2;

import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpClientConnectionInternal;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import java.lang.reflect.Field;

/**
 * When the frames of an HTTP/2 connection leave. Vert.x flushes each by itself unless it's just
 * reading from the same connection, and an agent writes what it has read from another. It has no
 * option for that, so this reaches for the socket behind a connection.
 */
public final class Flushes {

  /** Flushes that one stands for at most. */
  private static final int MOST_TOGETHER = 256;

  /**
   * Bytes that wait for the socket until a connection counts as full, and until it no longer does:
   * on each change Netty goes through all of its streams.
   */
  private static final WriteBufferWaterMark FULL = new WriteBufferWaterMark(128 << 10, 512 << 10);

  /** What a client's connection without a pool is a wrapper of. */
  private static final Field WRAPPED = wrapped();

  private Flushes() {}

  /**
   * Lets all that one turn of the event loop writes leave together.
   *
   * @param connection a server's, or a client's without a pool
   */
  public static void together(HttpConnection connection) {
    Channel socket = socket(connection);
    socket.config().setWriteBufferWaterMark(FULL);
    socket.pipeline().addFirst(new FlushConsolidationHandler(MOST_TOGETHER, true));
  }

  private static Channel socket(HttpConnection connection) {
    return connection instanceof HttpServerConnection server
        ? server.channelHandlerContext().channel()
        : client(connection).channelHandlerContext().channel();
  }

  private static HttpClientConnectionInternal client(HttpConnection connection) {
    try {
      return (HttpClientConnectionInternal) WRAPPED.get(connection);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Field wrapped() {
    try {
      Field wrapped = UnpooledHttpClientConnection.class.getDeclaredField("actual");
      wrapped.setAccessible(true);
      return wrapped;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("another Vert.x than this was made for", e);
    }
  }
}
