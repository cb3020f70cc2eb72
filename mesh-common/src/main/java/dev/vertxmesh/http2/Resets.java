package dev.vertxmesh.http2;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2Headers;
import io.vertx.core.http.HttpConnection;
import java.lang.reflect.Field;
import java.util.function.LongSupplier;

/**
 * Resets of an HTTP/2 connection's streams. Netty forgets a stream once it has reset it, and
 * answers each frame that is still on its way with another reset. With 200 of them within 30
 * seconds it ends the connection ({@code Http2MaxRstFrameLimitEncoder}), and the other side may do
 * so too: a large answer that is cancelled would take all other calls with it.
 *
 * <p>Vert.x 5.0.7 writes trailers with a promise that tells the whole connection of its failure,
 * and closes a connection that hears of one: a caller who leaves while the end of its answer waits
 * would take all other calls with it, too.
 *
 * <p>Who goes on with a stream that it has ended itself is told so: STREAM_CLOSED (RFC 9113, 5.1).
 *
 * <p>A reset that can't be written, as the connection is gone, is an error of the connection to
 * Netty, and Vert.x tells all streams of it. Who then resets each stream makes another such error
 * within the first, and so on until the stack ends.
 */
public final class Resets {

  /** Streams that a server may reset in a second: as many as callers may at our own. */
  private static final int MOST_A_SECOND = 1_000;

  private static final Field ENCODER = Sockets.field(Http2ConnectionHandler.class, "encoder");
  private static final Class<?> LIMIT =
      Sockets.type(Http2ConnectionHandler.class, "Http2MaxRstFrameDecoder");
  private static final Field MOST = Sockets.field(LIMIT, "maxRstFramesPerWindow");
  private static final Field SECONDS = Sockets.field(LIMIT, "secondsPerWindow");

  private Resets() {}

  /** Whether a connection speaks HTTP/2, and so can have this; with TLS the other side may not. */
  public static boolean isPossible(HttpConnection connection) {
    return Sockets.of(connection).handler() instanceof Http2ConnectionHandler;
  }

  /**
   * Lets what comes for a stream that was reset here be ignored, as RFC 9113 (5.1) has it, and what
   * can't be written to one that was reset there be forgotten.
   */
  public static void once(HttpConnection connection) {
    once(handler(connection), null);
  }

  /**
   * The same for a client's connection, which sends no more resets than its server accepts.
   *
   * @param onMany run when there are so many that another connection had better take new calls;
   *     within a write, so that it mustn't do anything of it at once
   */
  public static ResetPace paced(
      HttpConnection connection, LongSupplier nanoClock, Runnable onMany) {
    Http2ConnectionHandler handler = handler(connection);
    ResetPace pace = new ResetPace(handler.encoder().frameWriter(), nanoClock, onMany);
    once(handler, pace);
    return pace;
  }

  private static Http2ConnectionHandler handler(HttpConnection connection) {
    return (Http2ConnectionHandler) Sockets.of(connection).handler();
  }

  private static void once(Http2ConnectionHandler handler, ResetPace pace) {
    ResetStreams reset = new ResetStreams();
    handler.connection().addListener(reset);
    Sockets.set(ENCODER, handler, new Once(handler.encoder(), pace, reset));
    if (!handler.connection().isServer() && LIMIT.isInstance(handler.decoder())) {
      allowMany(handler.decoder());
    }
  }

  /**
   * Vert.x 5.0.7 doesn't tell Netty that a client is one. So it gets the limit of servers, and ends
   * a connection whose server has reset 200 streams within 30 seconds, with all other calls on it.
   * A gRPC server resets each stream that it answers before it has been sent whole.
   */
  private static void allowMany(Http2ConnectionDecoder limited) {
    Sockets.set(MOST, limited, MOST_A_SECOND);
    Sockets.set(SECONDS, limited, 1);
    limited.frameListener(limited.frameListener()); // which it counts for anew
  }

  private static final class Once extends DecoratingHttp2ConnectionEncoder {

    /** Null where resets aren't limited. */
    private final ResetPace pace;

    private final ResetStreams reset;

    Once(Http2ConnectionEncoder encoder, ResetPace pace, ResetStreams reset) {
      super(encoder);
      this.pace = pace;
      this.reset = reset;
    }

    @Override
    public Http2FrameWriter frameWriter() {
      return pace == null ? super.frameWriter() : pace;
    }

    private boolean wasReset(int stream) {
      return reset.contains(stream) || pace != null && pace.contains(stream);
    }

    @Override
    public ChannelFuture writeRstStream(
        ChannelHandlerContext ctx, int stream, long code, ChannelPromise promise) {
      boolean isKnown =
          code == Http2Error.STREAM_CLOSED.code()
              && connection().stream(stream) == null
              && wasReset(stream);
      return isKnown || !ctx.channel().isActive()
          ? promise.setSuccess()
          : super.writeRstStream(ctx, stream, code, promise);
    }

    @Override
    public ChannelFuture writeHeaders(
        ChannelHandlerContext ctx,
        int stream,
        Http2Headers headers,
        int dependency,
        short weight,
        boolean exclusive,
        int padding,
        boolean end,
        ChannelPromise promise) {
      ChannelPromise own = promise.isVoid() ? ctx.newPromise() : promise;
      return super.writeHeaders(
          ctx, stream, headers, dependency, weight, exclusive, padding, end, own);
    }
  }
}
