package dev.vertxmesh.bench.distance;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.streams.ReadStream;

/** One message in gRPC's framing, of bytes that say nothing, in pooled buffers as it's read. */
final class Nothing implements ReadStream<Buffer> {

  private static final int PREFIX = 5;
  private static final int CHUNK = 32 << 10;

  private final int length;
  private long left;
  private boolean begun;
  private boolean flowing;
  private boolean delivering;
  private boolean ended;
  private Handler<Buffer> handler;
  private Handler<Void> endHandler;

  Nothing(int length) {
    this.length = length;
    this.left = length;
  }

  private void deliver() {
    if (delivering) {
      return;
    }
    delivering = true;
    while (flowing && (!begun || left > 0)) {
      handler.handle(BufferInternal.buffer(next()));
    }
    delivering = false;
    if (flowing && !ended) {
      ended = true;
      endHandler.handle(null);
    }
  }

  private ByteBuf next() {
    if (!begun) {
      begun = true;
      return ByteBufAllocator.DEFAULT.directBuffer(PREFIX).writeByte(0).writeInt(length);
    }
    int bytes = (int) Math.min(CHUNK, left);
    left -= bytes;
    return ByteBufAllocator.DEFAULT.directBuffer(bytes).writeZero(bytes);
  }

  @Override
  public Nothing handler(Handler<Buffer> reader) {
    handler = reader;
    return this;
  }

  @Override
  public Nothing endHandler(Handler<Void> reader) {
    endHandler = reader;
    return this;
  }

  @Override
  public Nothing exceptionHandler(Handler<Throwable> reader) {
    return this; // nothing happens to it
  }

  @Override
  public Nothing pause() {
    flowing = false;
    return this;
  }

  @Override
  public Nothing resume() {
    flowing = true;
    deliver();
    return this;
  }

  @Override
  public Nothing fetch(long amount) {
    return resume(); // nobody here asks for so many and no more
  }
}
