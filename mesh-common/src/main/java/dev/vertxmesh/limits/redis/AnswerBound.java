package dev.vertxmesh.limits.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What Redis may send: so many bytes at first, and so many for each write of ours, since Lettuce
 * gathers an answer of whatever length before it looks at it. Over it the connection is closed, and
 * what came is dropped. A bucket has some 100 bytes, an error a line.
 */
final class AnswerBound extends ChannelDuplexHandler {

  /** Also for what a server says of itself when a connection begins. */
  static final int MOST = 256 << 10;

  /** For each write, be it of one command or of several. */
  static final int PER_WRITE = 4 << 10;

  private static final Logger LOG = System.getLogger(AnswerBound.class.getName());

  private final AtomicBoolean said;
  private long left = MOST;

  /**
   * @param said whether the log has it already; a client tries again many times a second
   */
  AnswerBound(AtomicBoolean said) {
    this.said = said;
  }

  /** Has each connection of a client bounded. */
  static NettyCustomizer ofEach() {
    AtomicBoolean said = new AtomicBoolean();
    return new NettyCustomizer() {
      @Override
      public void afterChannelInitialized(Channel channel) {
        channel.pipeline().addFirst(new AnswerBound(said));
      }
    };
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    left = Math.min(MOST, left + PER_WRITE);
    ctx.write(message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    boolean before = left >= 0;
    left -= message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
    if (left >= 0) {
      ctx.fireChannelRead(message);
      return;
    }
    ReferenceCountUtil.release(message);
    if (before) {
      Level level = said.compareAndSet(false, true) ? Level.WARNING : Level.DEBUG;
      LOG.log(level, "limits: {0} answers with more than was asked for", ctx.channel());
      ctx.close();
    }
  }
}
