package dev.vertxmesh.exchange;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/** A buffer belongs to the handler that gets it, and those of a link are pooled. */
public final class Buffers {

  private Buffers() {}

  /** Its bytes where they are; releasing them releases the buffer. */
  public static ByteBuf bytes(Buffer buffer) {
    return ((BufferInternal) buffer).getByteBuf();
  }

  /** Gives it back unread. */
  public static void release(Buffer buffer) {
    bytes(buffer).release();
  }
}
