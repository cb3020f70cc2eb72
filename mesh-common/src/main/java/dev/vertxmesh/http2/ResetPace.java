package dev.vertxmesh.http2;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2FrameWriter;
import io.netty.handler.codec.http2.Http2FrameWriter;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the resets of a client's connection to what servers accept in a window of time. One by
 * Netty ends a connection on which more than 200 streams are reset within 30 seconds, with all
 * other calls on it ({@code Http2MaxRstFrameDecoder}); that they're of many callers, who gave up,
 * it can't know. A reset that would be too many waits, while its stream has ended at this end.
 * Where {@link #MOST_WAITING} do, the next are written at once, as if there were no limit.
 */
public final class ResetPace extends DecoratingHttp2FrameWriter {

  /** The server's 30 seconds may overlap two of these windows. */
  static final int MOST = 95;

  /** Some 64 bytes of the heap each. */
  static final int MOST_WAITING = 1_000;

  /** From so many on the owner had better make another connection. */
  static final int MANY = MOST / 2;

  private static final long WINDOW = TimeUnit.SECONDS.toNanos(31);
  private static final long ASKED_AGAIN = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoClock;
  private final Runnable onMany;

  /** Codes by streams. */
  private final Map<Integer, Long> waiting = new LinkedHashMap<>();

  /** Those that waited and were written last: more of them may be on its way. */
  private final Set<Integer> written = new HashSet<>();

  private long begun;
  private long asked;
  private int sent;

  /**
   * @param onMany run at most once a second while there were {@link #MANY} in a window, and when
   *     some that waited have been written
   */
  ResetPace(Http2FrameWriter writer, LongSupplier nanoClock, Runnable onMany) {
    super(writer);
    this.nanoClock = nanoClock;
    this.onMany = onMany;
    this.begun = nanoClock.getAsLong();
    this.asked = begun - ASKED_AGAIN;
  }

  /** Streams that have ended here, and not yet at the server. */
  public int waiting() {
    return waiting.size();
  }

  /** Whether it waits, or has waited until lately. */
  boolean contains(int stream) {
    return waiting.containsKey(stream) || written.contains(stream);
  }

  @Override
  public ChannelFuture writeRstStream(
      ChannelHandlerContext ctx, int stream, long code, ChannelPromise promise) {
    startWindow();
    if (sent >= MANY) {
      ask();
    }
    if (sent >= MOST && waiting.size() < MOST_WAITING) {
      if (waiting.isEmpty()) {
        later(ctx);
      }
      waiting.put(stream, code);
      return promise.setSuccess();
    }
    sent++;
    return super.writeRstStream(ctx, stream, code, promise);
  }

  private void startWindow() {
    long now = nanoClock.getAsLong();
    if (now - begun >= WINDOW) {
      begun = now;
      sent = 0;
    }
  }

  private void ask() {
    long now = nanoClock.getAsLong();
    if (now - asked >= ASKED_AGAIN) {
      asked = now;
      onMany.run();
    }
  }

  private void later(ChannelHandlerContext ctx) {
    long left = begun + WINDOW - nanoClock.getAsLong();
    ctx.executor().schedule(() -> writeWaiting(ctx), left, TimeUnit.NANOSECONDS);
  }

  private void writeWaiting(ChannelHandlerContext ctx) {
    if (!ctx.channel().isActive()) {
      return;
    }
    startWindow();
    written.clear();
    Iterator<Map.Entry<Integer, Long>> all = waiting.entrySet().iterator();
    for (; sent < MOST && all.hasNext(); sent++) {
      Map.Entry<Integer, Long> next = all.next();
      all.remove();
      written.add(next.getKey());
      super.writeRstStream(ctx, next.getKey(), next.getValue(), ctx.newPromise());
    }
    ctx.flush();
    if (!waiting.isEmpty()) {
      later(ctx);
    }
    onMany.run(); // there may be room again
  }
}
