package dev.vertxmesh.listen;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a listening socket accept no more than its event loops look at. It does so on a thread of
 * its own, which else would take all file descriptors before the first connection is refused; what
 * isn't accepted waits in the kernel. Thread-safe.
 */
@Sharable
public final class AcceptBrake extends ChannelInboundHandlerAdapter {

  /** Connections that wait to be looked at until accepting pauses. */
  static final int MOST_WAITING = 32;

  private final AtomicInteger waiting = new AtomicInteger();

  /** The one of a listening socket, which gets one with its first connection. */
  public static AcceptBrake of(Channel listening) {
    ChannelPipeline pipeline = listening.pipeline();
    synchronized (pipeline) { // connections of several loops may be the first
      AcceptBrake known = pipeline.get(AcceptBrake.class);
      if (known == null) {
        known = new AcceptBrake();
        pipeline.addFirst(known);
      }
      return known;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object connection) {
    if (waiting.incrementAndGet() >= MOST_WAITING) {
      context.channel().config().setAutoRead(false);
    }
    context.fireChannelRead(connection);
  }

  /** One of them has been looked at; those of before the brake was there count as none. */
  public void onLooked(Channel listening) {
    int left = waiting.updateAndGet(count -> Math.max(0, count - 1));
    if (left < MOST_WAITING / 2 && !listening.config().isAutoRead()) {
      listening.config().setAutoRead(true);
    }
  }
}
