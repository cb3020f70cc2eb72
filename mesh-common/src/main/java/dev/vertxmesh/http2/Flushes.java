package dev.vertxmesh.http2;

import dev.vertxmesh.net.SocketBacklog;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.http.HttpConnection;

/**
 * When the frames of an HTTP/2 connection leave. Vert.x flushes each by itself unless it's just
 * reading from the same connection, and an agent writes what it has read from another.
 */
public final class Flushes {

  /** Flushes that one stands for at most. */
  private static final int MOST_TOGETHER = 256;

  /**
   * Bytes that wait for the socket until a connection counts as full, and until it no longer does:
   * on each change Netty goes through all of its streams.
   */
  private static final WriteBufferWaterMark FULL = new WriteBufferWaterMark(128 << 10, 512 << 10);

  private Flushes() {}

  /** Lets all that one turn of the event loop writes leave together. */
  public static void together(HttpConnection connection) {
    Channel socket = Sockets.of(connection).channel();
    socket.config().setWriteBufferWaterMark(FULL);
    ChannelHandler together = new FlushConsolidationHandler(MOST_TOGETHER, true);
    ChannelHandlerContext queue = socket.pipeline().context(SocketBacklog.class);
    if (queue == null) {
      socket.pipeline().addFirst(together);
    } else {
      socket.pipeline().addAfter(queue.name(), null, together);
    }
  }
}
