package dev.vertxmesh.net.tls.listener;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Lets a client whose handshake has failed hear why: it's still sending the rest of its own, and if
 * the connection were closed over bytes that nobody reads, the kernel would take the alert back. So
 * these are read, for a while.
 */
final class LastWord extends ChannelDuplexHandler {

  private static final long LONGEST_MILLIS = 1_000;

  private boolean failed;
  private boolean closing;

  /** The handshake has failed; what comes next is its end. */
  void onFailed() {
    failed = true;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (closing) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (!failed || closing || !(ctx.channel() instanceof DuplexChannel socket)) {
      ctx.close(promise);
      return;
    }
    closing = true;
    ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> socket.shutdownOutput());
    Future<?> late =
        ctx.executor().schedule(() -> ctx.close(), LONGEST_MILLIS, TimeUnit.MILLISECONDS);
    ctx.channel()
        .closeFuture()
        .addListener(
            closed -> {
              late.cancel(false); // what waits holds all that belongs to the connection
              promise.trySuccess();
            });
  }
}
