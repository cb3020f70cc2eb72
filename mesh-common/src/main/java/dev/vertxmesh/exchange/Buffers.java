package dev.vertxmesh.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/** Vert.x's buffers as Netty's, and the other way round. */
public final class Buffers {

  private Buffers() {}

  /** Its bytes where they are, with an index of their own; there's nothing to release. */
  public static ByteBuf bytes(Buffer buffer) {
    return ((BufferInternal) buffer).getByteBuf();
  }

  /** The array whose bytes are all of a buffer's, and its only ones; null if there's none. */
  public static byte[] array(Buffer buffer) {
    ByteBuf bytes = bytes(buffer);
    boolean isAll = bytes.hasArray() && bytes.array().length == bytes.readableBytes();
    return isAll ? bytes.array() : null;
  }

  /** The next bytes of others, read and copied once: Vert.x itself copies an array once more. */
  public static Buffer read(ByteBuf from, int length) {
    byte[] bytes = new byte[length];
    from.readBytes(bytes);
    return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
  }
}
