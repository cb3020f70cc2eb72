package dev.vertxmesh.net;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;

/**
 * Ends sockets. Vert.x closes one when all that it was given has gone out, which a peer that reads
 * nothing puts off for ever; so it's cut off after a while.
 */
public final class SocketEnd {

  /** Milliseconds for the last that was written to go out. */
  public static final int PATIENCE = 1_000;

  private SocketEnd() {}

  /** Closes the socket as soon as all has gone out, or else when {@link #PATIENCE} is lost. */
  public static void close(Vertx vertx, NetSocket socket, ChannelHandlerContext channel) {
    cutAfter(PATIENCE, vertx, channel);
    socket.close();
  }

  /** Closes the socket later, if it's still open by then, whatever hasn't gone out. */
  public static void cutAfter(long millis, Vertx vertx, ChannelHandlerContext channel) {
    if (channel.channel().isOpen()) {
      long timer = vertx.setTimer(millis, late -> channel.close());
      channel.channel().closeFuture().addListener(closed -> vertx.cancelTimer(timer));
    }
  }
}
