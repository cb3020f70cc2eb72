package dev.vertxmesh.http2;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2FrameWriter;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * No more resets in a while than servers let in. One by Netty ends a connection on which more than
 * 200 streams are reset within 30 seconds, with all other calls on it ({@code
 * Http2MaxRstFrameDecoder}); that they're of many callers, who gave up, it can't know. A reset that
 * would be too many waits, while its stream has ended at this end. As many wait as there are
 * streams at a time.
 */
final class ResetPace extends DecoratingHttp2FrameWriter {

  /** Two stretches may lie within 30 seconds of the server's. */
  static final int MOST = 95;

  /** From so many on the owner had better make another connection. */
  static final int MANY = MOST / 2;

  private static final long STRETCH = TimeUnit.SECONDS.toNanos(31);

  private final LongSupplier nanoClock;
  private final Runnable onMany;
  private final Queue<Reset> waiting = new ArrayDeque<>();
  private boolean hasBegun;
  private long begun;
  private int sent;

  private record Reset(int stream, long code) {}

  /**
   * @param onMany run for each reset from {@link #MANY} in a stretch on
   */
  ResetPace(Http2FrameWriter writer, LongSupplier nanoClock, Runnable onMany) {
    super(writer);
    this.nanoClock = nanoClock;
    this.onMany = onMany;
  }

  @Override
  public ChannelFuture writeRstStream(
      ChannelHandlerContext ctx, int stream, long code, ChannelPromise promise) {
    startStretch();
    if (sent == MOST) {
      if (waiting.isEmpty()) {
        later(ctx);
      }
      waiting.add(new Reset(stream, code));
      return promise.setSuccess();
    }
    sent++;
    if (sent >= MANY) {
      onMany.run();
    }
    return super.writeRstStream(ctx, stream, code, promise);
  }

  private void startStretch() {
    long now = nanoClock.getAsLong();
    if (!hasBegun || now - begun >= STRETCH) {
      hasBegun = true;
      begun = now;
      sent = 0;
    }
  }

  private void later(ChannelHandlerContext ctx) {
    long left = begun + STRETCH - nanoClock.getAsLong();
    ctx.executor().schedule(() -> writeWaiting(ctx), left, TimeUnit.NANOSECONDS);
  }

  private void writeWaiting(ChannelHandlerContext ctx) {
    if (!ctx.channel().isActive()) {
      return;
    }
    startStretch();
    for (; sent < MOST && !waiting.isEmpty(); sent++) {
      Reset next = waiting.remove();
      super.writeRstStream(ctx, next.stream(), next.code(), ctx.newPromise());
    }
    ctx.flush();
    if (!waiting.isEmpty()) {
      later(ctx);
    }
  }
}
