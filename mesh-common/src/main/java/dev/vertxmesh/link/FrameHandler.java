package dev.vertxmesh.link;

import dev.vertxmesh.frame.FrameDecoder;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.Quota;
import dev.vertxmesh.net.StrayHttp;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Stands in the pipeline below the socket's own handler: bytes come in, frames go on. Bytes that
 * aren't frames go on as the {@link FrameException} that says why, once; HTTP in their place as
 * {@link FirstWord#HTTP}.
 */
final class FrameHandler extends ByteToMessageDecoder {

  /** A buffer that is no larger takes of nobody's allowance. */
  private static final int LITTLE = 4 << 10;

  private final FrameDecoder decoder;
  private final LinkMeter meter;
  private final Quota unfinished;
  private Runnable readHandler = () -> {};
  private Runnable writabilityHandler = () -> {};
  private int charged;
  private boolean begun;
  private boolean failed;

  /**
   * @param unfinished bytes of frames of which the rest hasn't come, on all links
   */
  FrameHandler(int maxFrame, LinkMeter meter, Quota unfinished) {
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
        charge(0);
        begun = true;
        out.add(frame);
      } else {
        charge(in.isReadable() && in.capacity() > LITTLE ? in.capacity() : 0);
      }
    } catch (FrameException e) {
      failed = true;
      out.add(begun ? e : whatElse(ctx, in, e));
      in.skipBytes(in.readableBytes());
    }
  }

  private static Object whatElse(ChannelHandlerContext ctx, ByteBuf first, FrameException bad) {
    if (FirstWord.isTls(first)) {
      return FirstWord.noTls(ctx.channel().remoteAddress());
    }
    return StrayHttp.begins(first) ? FirstWord.HTTP : bad;
  }

  /**
   * The buffer in which the beginning of a frame waits counts, and not just what has come of it.
   */
  private void charge(int bytes) {
    if (bytes > charged && !unfinished.take(bytes - charged)) {
      // at once: many sockets may be read before the first of them is closed
      throw new FrameException(
          LinkError.LIMIT,
          "unfinished frames and requests on all links take %d bytes, expected at most %d"
              .formatted(unfinished.taken(), unfinished.most()));
    }
    if (bytes < charged) {
      unfinished.give(charged - bytes);
    }
    charged = bytes;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
    writabilityHandler.run();
    super.channelWritabilityChanged(ctx);
  }
}
