package dev.vertxmesh.link;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/** One direction of a call, as the test gives it. On one event loop. */
final class Feed implements ReadStream<Buffer> {

  private final ArrayDeque<Supplier<Buffer>> parts = new ArrayDeque<>();
  private Handler<Buffer> handler;
  private Handler<Void> endHandler;
  private Handler<Throwable> exceptionHandler;
  private boolean flowing;
  private boolean ending;
  private boolean over;
  private boolean delivering;
  volatile long given;
  volatile boolean paused = true;

  /** Gives these bytes once it's asked. */
  Feed add(byte... bytes) {
    parts.add(() -> Buffer.buffer(bytes));
    deliver();
    return this;
  }

  /** A message in gRPC's framing: {@code length} zeros, in parts of 16,000 bytes. */
  Feed message(int length) {
    parts.add(() -> Buffer.buffer().appendByte((byte) 0).appendInt(length));
    for (int left = length; left > 0; left -= 16_000) {
      int size = Math.min(left, 16_000);
      parts.add(() -> Buffer.buffer(new byte[size]));
    }
    deliver();
    return this;
  }

  /** Nothing follows. */
  Feed end() {
    ending = true;
    deliver();
    return this;
  }

  /** It breaks off. */
  void fail(Throwable cause) {
    over = true;
    exceptionHandler.handle(cause);
  }

  private void deliver() {
    if (delivering) {
      return;
    }
    delivering = true;
    while (flowing && !parts.isEmpty() && !over) {
      Buffer next = parts.poll().get();
      given += next.length();
      handler.handle(next);
    }
    delivering = false;
    if (flowing && ending && parts.isEmpty() && !over) {
      over = true;
      endHandler.handle(null);
    }
  }

  @Override
  public Feed handler(Handler<Buffer> reader) {
    handler = reader;
    return this;
  }

  @Override
  public Feed endHandler(Handler<Void> reader) {
    endHandler = reader;
    return this;
  }

  @Override
  public Feed exceptionHandler(Handler<Throwable> reader) {
    exceptionHandler = reader;
    return this;
  }

  @Override
  public Feed pause() {
    flowing = false;
    paused = true;
    return this;
  }

  @Override
  public Feed resume() {
    flowing = true;
    paused = false;
    deliver();
    return this;
  }

  @Override
  public Feed fetch(long amount) {
    return resume();
  }
}
