package dev.vertxmesh.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Stands before TLS. A record waits outside of the heap until it's whole, whoever sends it: all
 * that wait on an event loop have a bound together. Over it those connections go whose records have
 * waited the longest.
 */
public final class TlsRecordGuard extends ChannelInboundHandlerAdapter {

  /** A type, a version, and in two bytes how long it is (RFC 8446, 5.1). */
  private static final int HEADER = 5;

  private static final int LENGTH = 3;

  /** A buffer may be so much larger than four times what is left in it. */
  private static final int MOST_SPARE = 4 << 10;

  private static final int TIMES = 4;

  /** An event on the pipeline, just before the connection is closed since its record waited. */
  public enum Cut {
    HELD
  }

  private TlsRecords waiting;
  private ChannelHandlerContext context;
  private int length;
  private int came;
  private int held;
  private boolean over;

  /** One of the event loop's that it will be on. */
  public TlsRecordGuard() {}

  TlsRecordGuard(TlsRecords waiting) {
    this.waiting = waiting;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    if (waiting == null) {
      waiting = TlsRecords.ofLoop();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf in = (ByteBuf) message;
    int at = in.readerIndex();
    int begun = in.writerIndex();
    while (at < in.writerIndex()) {
      begun = came == 0 ? at : begun;
      at = walk(in, at);
    }
    if (begun < in.writerIndex()) {
      give(); // what waited before is whole
    }
    if (over || !hold()) {
      in.release();
    } else if (begun < in.writerIndex() && came > 0) {
      passApart(ctx, in, begun);
    } else {
      ctx.fireChannelRead(in);
    }
  }

  /** Reads a byte of a record's head, or as much of the rest as there is. */
  private int walk(ByteBuf in, int at) {
    int next = at + 1;
    if (came >= HEADER) {
      next = Math.min(in.writerIndex(), at + length - came);
    } else if (came == LENGTH) {
      length = HEADER + (in.getUnsignedByte(at) << 8);
    } else if (came == LENGTH + 1) {
      length += in.getUnsignedByte(at);
    }
    came += next - at;
    if (came >= HEADER && came == length) {
      came = 0;
    }
    return next;
  }

  /** What came before a part of a record mustn't wait with it. */
  private void passApart(ChannelHandlerContext ctx, ByteBuf in, int begun) {
    int rest = in.writerIndex() - begun;
    if (in.capacity() <= MOST_SPARE + TIMES * rest) {
      ctx.fireChannelRead(in);
      return;
    }
    ByteBuf part = ctx.alloc().buffer(rest).writeBytes(in, begun, rest);
    if (begun > in.readerIndex()) {
      ctx.fireChannelRead(in.writerIndex(begun));
    } else {
      in.release();
    }
    ctx.fireChannelRead(part);
  }

  private boolean hold() {
    if (came < held) {
      give();
    }
    if (came == held) {
      return true;
    }
    while (!waiting.take(came - held)) {
      TlsRecordGuard oldest = waiting.oldestOr(this);
      oldest.cut();
      if (oldest == this) {
        return false;
      }
    }
    held = came;
    waiting.add(this);
    return true;
  }

  private void give() {
    if (held > 0) { // as it seldom is
      waiting.remove(this, held);
      held = 0;
    }
  }

  private void cut() {
    over = true;
    give();
    context.fireUserEventTriggered(Cut.HELD);
    context.close();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    give();
  }
}
