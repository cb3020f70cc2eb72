package dev.vertxmesh.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;

/**
 * Whether data has come over a connection since it was asked about last, which a reader that takes
 * what waits for it doesn't tell.
 *
 * <p>gRPC's servers end a connection with GOAWAY {@code too_many_pings} at the third or fourth PING
 * between two frames of their own (gRFC A8, "Server Enforcement"): so there's at most one for what
 * they sent, and none while they have nothing to send.
 */
final class Arrivals extends Http2FrameListenerDecorator {

  private boolean some;

  Arrivals(Http2FrameListener listener) {
    super(listener);
  }

  @Override
  public int onDataRead(
      ChannelHandlerContext ctx, int stream, ByteBuf data, int padding, boolean end)
      throws Http2Exception {
    some = true;
    return super.onDataRead(ctx, stream, data, padding, end);
  }

  boolean any() {
    return some;
  }

  void clear() {
    some = false;
  }
}
