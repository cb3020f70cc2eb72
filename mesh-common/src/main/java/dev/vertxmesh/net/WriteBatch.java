package dev.vertxmesh.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Gathers what one turn of the event loop writes, so that small messages leave as one buffer, and
 * all of it in one flush.
 */
public final class WriteBatch {

  private static final int FIRST_CAPACITY = 16 * 1024;

  /** A larger batch is handed to the socket before the turn's end. */
  private static final int FULL = 64 * 1024;

  /** Up to this size, in bytes, copying into the batch costs less than a buffer of its own. */
  private static final int COPY = 1024;

  private final ChannelHandlerContext socket;
  private final IntConsumer onHanded;
  private ByteBuf batch;
  private long handed;
  private boolean flushIsDue;
  private boolean closed;

  /**
   * @param onHanded is told how many bytes the socket is given, each time
   */
  public WriteBatch(ChannelHandlerContext socket, IntConsumer onHanded) {
    this.socket = socket;
    this.onHanded = onHanded;
  }

  /** Appends a whole message; nothing of it if writing it throws. */
  public void append(Consumer<ByteBuf> message) {
    ByteBuf out = open();
    int start = out.writerIndex();
    try {
      message.accept(out);
    } catch (RuntimeException | Error e) { // half of one would spoil those behind it
      out.writerIndex(start);
      throw e;
    }
    if (out.readableBytes() >= FULL) {
      hand();
    }
    if (!flushIsDue) {
      flushIsDue = true;
      socket.executor().execute(this::flush);
    }
  }

  /**
   * Appends a whole message; nothing of it if writing its head throws.
   *
   * @param body released in any case; a large one isn't copied
   */
  public void append(Consumer<ByteBuf> head, ByteBuf body) {
    if (body.readableBytes() > COPY) {
      appendUncopied(head, body);
      return;
    }
    try {
      append(
          out -> {
            head.accept(out);
            out.writeBytes(body, body.readerIndex(), body.readableBytes());
          });
    } finally {
      body.release();
    }
  }

  private void appendUncopied(Consumer<ByteBuf> head, ByteBuf body) {
    try {
      append(head);
    } catch (RuntimeException | Error e) {
      body.release();
      throw e;
    }
    hand();
    hand(body);
  }

  /**
   * Whether it takes more. False as soon as the connection is gone, which its close handler is only
   * told a turn later.
   */
  public boolean isConnected() {
    return !closed && socket.channel().isOpen();
  }

  /** Bytes that the socket hasn't taken yet; 0 while it takes all that it's given. */
  public long pending() {
    Channel channel = socket.channel();
    return channel.isWritable() ? 0 : channel.bytesBeforeWritable();
  }

  /** Bytes handed to the socket so far. */
  public long handed() {
    return handed;
  }

  private ByteBuf open() {
    if (batch == null) {
      batch = socket.alloc().directBuffer(FIRST_CAPACITY);
    }
    return batch;
  }

  /** Drops what the socket hasn't been given, and takes no more. */
  public void close() {
    closed = true;
    if (batch != null) {
      batch.release();
      batch = null;
    }
  }

  /** Takes no more, and calls back when the socket has sent all that there was, or can't. */
  public void close(Runnable onSent) {
    ByteBuf last = batch == null ? Unpooled.EMPTY_BUFFER : batch;
    batch = null;
    closed = true;
    count(last.readableBytes());
    socket.writeAndFlush(last).addListener(sent -> onSent.run());
  }

  private void flush() {
    flushIsDue = false;
    if (!closed) {
      hand();
      socket.flush();
    }
  }

  private void hand() {
    ByteBuf full = batch;
    batch = null;
    if (full != null) {
      hand(full);
    }
  }

  private void hand(ByteBuf bytes) {
    count(bytes.readableBytes());
    socket.write(bytes, socket.voidPromise());
  }

  private void count(int bytes) {
    handed += bytes;
    onHanded.accept(bytes);
  }
}
