package dev.vertxmesh.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/**
 * Stands before TLS. A record waits outside of the heap until it's whole; the JDK's engine then
 * keeps a handshake's messages on the heap until they are, each of up to 32 KiB ({@code
 * jdk.tls.maxHandshakeMessageSize}), before and after the handshake. So records count until TLS has
 * given something for them. All that wait on an event loop have a bound together: over it those
 * connections go that have held most for the longest.
 */
public final class TlsRecordGuard extends ChannelInboundHandlerAdapter {

  /** A type, a version, and in two bytes how long it is (RFC 8446, 5.1). */
  private static final int HEADER = 5;

  private static final int LENGTH = 3;

  /**
   * Who sends no more than this at a time is let through while those that hold too much are
   * closing.
   */
  private static final int SMALL = 4 << 10;

  /** An event on the pipeline, just before the connection is closed since its record waited. */
  public enum Cut {
    HELD
  }

  private TlsRecords waiting;
  private ChannelHandlerContext context;

  /**
   * Bytes of the record that isn't whole: what there will be, once that is known, and what came.
   */
  private int length;

  private int came;

  /** Bytes of whole records for which TLS has given nothing as yet. */
  private int unanswered;

  /** What all of this counts as. */
  private int held;

  /** What it counted as when it was cut. */
  private int left;

  /** Whether TLS has given something for what has just been handed on. */
  private boolean gave;

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
    int end = in.writerIndex();
    int at = in.readerIndex();
    int begun = end;
    int before = came;
    int read = in.readableBytes();
    while (at < end) {
      begun = came == 0 ? at : begun;
      at = walk(in, at);
    }
    if (begun < end && unanswered == 0) {
      hold(0); // what waited before is whole
    }
    int whole = before + read - came;
    if (over || !makeRoom(unanswered + came, read)) {
      in.release();
      return;
    }
    gave = false;
    if (begun < end && came > 0) {
      UnfinishedPart.passApart(ctx, in, end - begun);
    } else {
      ctx.fireChannelRead(in);
    }
    if (!over) {
      unanswered = gave ? 0 : unanswered + whole;
      if (unanswered + came != held) { // as it seldom is
        hold(unanswered + came);
        waiting.cutBack();
      }
    }
  }

  /** To stand behind TLS: hears what it gives, and that its handshake is done. */
  public ChannelInboundHandler behind() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext ctx, Object message) {
        onGiven();
        ctx.fireChannelRead(message);
      }

      @Override
      public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent end && end.isSuccess()) {
          onGiven();
        }
        ctx.fireUserEventTriggered(event);
      }
    };
  }

  private void onGiven() {
    gave = true;
    if (unanswered > 0) {
      unanswered = 0;
      hold(Math.min(held, came));
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

  /**
   * Whole records may be of any number: they are mostly read at once.
   *
   * @param bytes that will be held
   * @param read bytes that have just come
   * @return false if there's no room, and the connection closes
   */
  private boolean makeRoom(int bytes, int read) {
    if (read > SMALL && waiting.isFlooded()) {
      cut();
    }
    while (!over && bytes > held && !waiting.fits(bytes - held)) {
      waiting.worstOr(this).cut();
    }
    return !over;
  }

  private void hold(int bytes) {
    if (bytes > held) {
      waiting.take(this, bytes - held);
    } else {
      waiting.give(this, held - bytes, bytes == 0);
    }
    held = bytes;
  }

  long held() {
    return held;
  }

  /** What it held is there until it has closed. */
  void cut() {
    over = true;
    left += held;
    waiting.leave(held);
    hold(0);
    context.fireUserEventTriggered(Cut.HELD);
    context.close();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    over = true;
    hold(0);
    waiting.leave(-left);
    left = 0;
  }
}
