package dev.vertxmesh.kvstore;

import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * How HTTP/2 connections with thousands of streams write. Vert.x has no option for either, so this
 * reaches for the socket behind a connection.
 */
final class Writes {

  /** Frames that a flush waits for at most. */
  private static final int MOST_TOGETHER = 256;

  /** Bytes from which on a connection counts as full, and until which it still does. */
  private static final WriteBufferWaterMark FULL = new WriteBufferWaterMark(1 << 20, 4 << 20);

  private Writes() {}

  /**
   * Lets all that one turn of the event loop writes leave in one flush: Vert.x flushes each frame
   * by itself where nothing is being read, and a delay's end isn't a read. And lets the connection
   * take some megabytes before it's full: whenever that changes, all of its streams are gone
   * through.
   *
   * @param connection a server's
   */
  static void together(HttpConnection connection) {
    Channel socket = ((HttpServerConnection) connection).channelHandlerContext().channel();
    socket.config().setWriteBufferWaterMark(FULL);
    socket.pipeline().addFirst(new FlushConsolidationHandler(MOST_TOGETHER, true));
  }
}
