package dev.vertxmesh.link;

import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * What a link has to send. Small frames of one turn of the event loop are gathered in one buffer
 * and leave in one flush. Large messages wait beside them and leave a chunk at a time, in turn, and
 * only while the socket takes more: so a small frame never waits behind a large message.
 */
final class SendQueue {

  private static final int BATCH = 16 << 10;
  private static final int FULL_BATCH = 64 << 10;

  /** Up to this size, in bytes, copying into the batch costs less than a buffer of its own. */
  private static final int COPY = 4 << 10;

  /** What leaves a part at a time, in turn with others. */
  interface Turn {

    /**
     * Writes its next part, of about a chunk's size.
     *
     * @return whether it has more that may leave now
     */
    boolean send();
  }

  private final ChannelHandlerContext ctx;
  private final Channel channel;
  private final int maxQueued;
  private final LinkMeter meter;
  private final ArrayDeque<Turn> turns = new ArrayDeque<>();
  private final LargeMessages large;
  private ByteBuf batch;
  private long turnsSent;
  private final Runnable onFlush;
  private final Runnable onFlushed;
  private boolean flushPending;
  private boolean flushing;
  private boolean closed;

  /**
   * @param onFlush called before each flush: what is written then leaves with it
   * @param onFlushed called after each flush
   */
  SendQueue(
      ChannelHandlerContext ctx,
      LinkOptions options,
      LinkMeter meter,
      Runnable onFlush,
      Runnable onFlushed) {
    this.ctx = ctx;
    this.channel = ctx.channel();
    this.maxQueued = options.maxQueued();
    this.meter = meter;
    this.onFlush = onFlush;
    this.onFlushed = onFlushed;
    this.large = new LargeMessages(this, options.chunk());
  }

  /**
   * Writes a small frame, whole, or nothing of it if writing it throws: half of one would be taken
   * for another. It leaves with this turn's flush; after the end it goes nowhere.
   */
  void frame(Consumer<ByteBuf> frame) {
    if (!closed) {
      ByteBuf out = open();
      int start = out.writerIndex();
      try {
        frame.accept(out);
      } catch (RuntimeException | Error e) {
        out.writerIndex(start);
        throw e;
      }
    }
  }

  /**
   * The same for a frame with a payload.
   *
   * @param payload released, unless writing the frame throws
   */
  void frame(Consumer<ByteBuf> head, ByteBuf payload) {
    boolean isCopied = payload.readableBytes() <= COPY;
    frame(
        out -> {
          head.accept(out);
          if (isCopied) {
            out.writeBytes(payload, payload.readerIndex(), payload.readableBytes());
          }
        });
    if (isCopied) {
      payload.release();
    } else {
      payload(payload);
    }
  }

  private ByteBuf open() {
    if (batch != null && batch.readableBytes() >= FULL_BATCH) {
      writeBatch();
    }
    if (batch == null) {
      batch = ctx.alloc().directBuffer(BATCH);
    }
    flushLater();
    return batch;
  }

  /**
   * Adds the payload, or a part of it, that belongs to the frame just written, and releases it. In
   * a {@link Turn} alone: there the link ends if it throws.
   */
  void payload(ByteBuf payload) {
    if (closed) {
      payload.release();
    } else if (payload.readableBytes() <= COPY) {
      open().writeBytes(payload, payload.readerIndex(), payload.readableBytes());
      payload.release();
    } else {
      writeBatch();
      write(payload);
    }
  }

  LargeMessages large() {
    return large;
  }

  /** Puts it behind those who wait for their turn. */
  void turn(Turn turn) {
    if (!closed) {
      turns.add(turn);
      flushLater();
    }
  }

  /** Takes it out from among them. */
  void forget(Turn turn) {
    turns.remove(turn);
  }

  /** Whether the other side takes so little that new messages should be refused. */
  boolean isFull() {
    return queued() > maxQueued;
  }

  /** Whether so much has left that a full one may be filled again. */
  boolean hasRoom() {
    return queued() < maxQueued / 2;
  }

  /**
   * What changes while the socket takes what waits, be it a part of a chunk; null if nothing waits.
   */
  Progress progress() {
    ChannelOutboundBuffer socket = ctx.channel().unsafe().outboundBuffer();
    return turns.isEmpty() || socket == null
        ? null
        : new Progress(turnsSent, socket.totalPendingWriteBytes(), socket.currentProgress());
  }

  /**
   * How far the socket is.
   *
   * @param turns chunks that it has been given
   * @param pending bytes of those that it hasn't taken whole
   * @param part bytes of the first of them that it has taken
   */
  record Progress(long turns, long pending, long part) {}

  /** Whether no large message is left; small ones are with the socket at the latest. */
  boolean isDrained() {
    return large.isEmpty();
  }

  /** False as soon as the connection is gone, which its close handler is only told a turn later. */
  boolean isConnected() {
    return channel.isOpen();
  }

  boolean isWritable() {
    return channel.isWritable();
  }

  /** Whether a flush is still to come in this turn of the event loop; if so, it does come. */
  boolean awaitsFlush() {
    if (closed || flushing) {
      return false;
    }
    flushLater();
    return true;
  }

  void flush() {
    if (closed) {
      return;
    }
    flushPending = true; // for what is written from here on, too
    flushing = true;
    try {
      onFlush.run();
      writeBatch();
      sendTurns();
      writeBatch();
    } catch (RuntimeException | Error e) { // half a message can't be taken back: all are lost
      close();
      ctx.fireExceptionCaught(e);
    } finally {
      flushPending = false;
      flushing = false;
    }
    if (!closed) { // reading on to send more may have ended the link
      ctx.flush();
      onFlushed.run();
    }
  }

  private void sendTurns() {
    while (!turns.isEmpty() && channel.isWritable()) {
      Turn next = turns.poll();
      turnsSent++;
      if (next.send() && !closed) {
        turns.add(next);
      }
    }
  }

  /** Sends what was written, forgets large messages, and calls back when the socket has it all. */
  void close(Runnable onSent) {
    ByteBuf last = batch == null ? Unpooled.EMPTY_BUFFER : batch;
    batch = null;
    ctx.writeAndFlush(last).addListener(sent -> onSent.run());
    close();
  }

  /** Releases all that was never sent. */
  void close() {
    closed = true;
    if (batch != null) {
      batch.release();
      batch = null;
    }
    turns.clear();
    large.close();
  }

  private void writeBatch() {
    if (batch != null && batch.isReadable()) {
      ByteBuf full = batch;
      batch = null;
      write(full);
    }
  }

  private void write(ByteBuf bytes) {
    meter.written(bytes.readableBytes());
    ctx.write(bytes, ctx.voidPromise());
  }

  private void flushLater() {
    if (!flushPending) {
      flushPending = true;
      channel.eventLoop().execute(this::flush);
    }
  }

  private long queued() {
    return large.bytes() + (channel.isWritable() ? 0 : channel.bytesBeforeWritable());
  }
}
