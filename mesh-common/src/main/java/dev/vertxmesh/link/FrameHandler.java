package dev.vertxmesh.link;

import dev.vertxmesh.frame.FrameDecoder;
import dev.vertxmesh.frame.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Stands in the pipeline below the socket's own handler: bytes come in, frames go on. Bytes that
 * aren't frames go on as the {@link FrameException} that says why, once.
 */
final class FrameHandler extends ByteToMessageDecoder {

  private final FrameDecoder decoder;
  private final LinkMeter meter;
  private Runnable readHandler = () -> {};
  private Runnable writabilityHandler = () -> {};
  private boolean failed;

  FrameHandler(int maxFrame, LinkMeter meter) {
    this.decoder = new FrameDecoder(maxFrame);
    this.meter = meter;
  }

  /**
   * @param onRead called when bytes have come in
   * @param onWritability called when the socket takes more, or doesn't
   */
  void listen(Runnable onRead, Runnable onWritability) {
    readHandler = onRead;
    writabilityHandler = onWritability;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
    if (msg instanceof ByteBuf bytes) {
      meter.read(bytes.readableBytes());
      readHandler.run();
    }
    super.channelRead(ctx, msg);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      Object frame = decoder.next(in);
      if (frame != null) {
        out.add(frame);
      }
    } catch (FrameException e) {
      failed = true;
      in.skipBytes(in.readableBytes());
      out.add(e);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
    writabilityHandler.run();
    super.channelWritabilityChanged(ctx);
  }
}
