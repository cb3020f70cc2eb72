package dev.vertxmesh.link;

import dev.vertxmesh.frame.FrameDecoder;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Stands in the pipeline below the socket's own handler: bytes come in, frames go on. Bytes that
 * aren't frames go on as the {@link FrameException} that says why, once.
 */
final class FrameHandler extends ByteToMessageDecoder {

  /** A frame of which the rest hasn't come takes that much of nobody's allowance. */
  private static final int LITTLE = 4 << 10;

  private final FrameDecoder decoder;
  private final LinkMeter meter;
  private final Allowance unfinished;
  private Runnable readHandler = () -> {};
  private Runnable writabilityHandler = () -> {};
  private int charged;
  private boolean failed;

  /**
   * @param unfinished bytes of frames of which the rest hasn't come, on all links
   */
  FrameHandler(int maxFrame, LinkMeter meter, Allowance unfinished) {
    this.decoder = new FrameDecoder(maxFrame);
    this.meter = meter;
    this.unfinished = unfinished;
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
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    int waiting = actualReadableBytes();
    if (waiting > LITTLE || charged > 0) {
      charge(ctx, waiting > LITTLE ? waiting : 0);
    }
    super.channelReadComplete(ctx);
  }

  private void charge(ChannelHandlerContext ctx, int waiting) {
    if (waiting <= charged || unfinished.take(waiting - charged)) {
      unfinished.give(Math.max(0, charged - waiting));
      charged = waiting;
    } else if (!failed) {
      failed = true;
      ctx.fireChannelRead(
          new FrameException(
              LinkError.LIMIT,
              "unfinished frames and requests on all links take %d bytes, expected at most %d"
                  .formatted(unfinished.taken(), unfinished.most())));
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    unfinished.give(charged);
    charged = 0;
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
