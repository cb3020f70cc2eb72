package dev.vertxmesh.bridge.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/** Gathers what one turn of the event loop writes, so that it leaves as one buffer in one flush. */
final class WriteBatch {

  private static final int FIRST_CAPACITY = 16 * 1024;

  /** A larger batch is handed to the socket before the turn's end. */
  private static final int FULL = 64 * 1024;

  private final ChannelHandlerContext socket;
  private final DubboObserver observer;
  private ByteBuf batch;
  private long handed;
  private boolean flushIsDue;
  private boolean closed;

  WriteBatch(ChannelHandlerContext socket, DubboObserver observer) {
    this.socket = socket;
    this.observer = observer;
  }

  /** Where to append whole messages; call {@link #appended} after each. */
  ByteBuf open() {
    if (batch == null) {
      batch = socket.alloc().directBuffer(FIRST_CAPACITY);
    }
    return batch;
  }

  void appended() {
    if (batch.readableBytes() >= FULL) {
      hand();
    }
    if (!flushIsDue) {
      flushIsDue = true;
      socket.executor().execute(this::flush);
    }
  }

  /** Bytes that the socket hasn't taken yet; 0 while it takes all that it's given. */
  long pending() {
    Channel channel = socket.channel();
    return channel.isWritable() ? 0 : channel.bytesBeforeWritable();
  }

  /** Bytes handed to the socket so far. */
  long handed() {
    return handed;
  }

  void close() {
    closed = true;
    if (batch != null) {
      batch.release();
      batch = null;
    }
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
      handed += full.readableBytes();
      observer.onBytesWritten(full.readableBytes());
      socket.write(full, socket.voidPromise());
    }
  }
}
