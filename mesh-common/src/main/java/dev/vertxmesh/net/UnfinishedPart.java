package dev.vertxmesh.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/**
 * The end of what was read, where it belongs to something that isn't whole. A decoder of Netty's
 * keeps it in the buffer that it came in, or in one that it made of several: of up to 128 KiB, and
 * outside of the heap.
 */
public final class UnfinishedPart {

  /** A buffer is kept that is no larger than this and four times what is left in it. */
  private static final int MOST_SPARE = 4 << 10;

  private static final int TIMES = 4;

  private UnfinishedPart() {}

  /**
   * Passes on what was read. What came before the last {@code length} bytes mustn't wait with them:
   * these follow in a buffer of their own, unless theirs is small.
   *
   * @param in is handed over
   */
  public static void passApart(ChannelHandlerContext ctx, ByteBuf in, int length) {
    if (length == 0 || in.capacity() <= MOST_SPARE + TIMES * length) {
      ctx.fireChannelRead(in);
      return;
    }
    int begun = in.writerIndex() - length;
    ByteBuf part;
    try {
      part = ctx.alloc().buffer(length).writeBytes(in, begun, length);
    } catch (OutOfMemoryError e) { // Netty's own, of buffers
      in.release();
      throw e;
    }
    if (begun > in.readerIndex()) {
      ctx.fireChannelRead(in.writerIndex(begun));
    } else {
      in.release();
    }
    ctx.fireChannelRead(part);
  }
}
