package dev.vertxmesh.exchange;

import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;

/** Vert.x's buffers as Netty's. */
public final class Buffers {

  private Buffers() {}

  /** Its bytes where they are, with an index of their own; there's nothing to release. */
  public static ByteBuf bytes(Buffer buffer) {
    return ((BufferInternal) buffer).getByteBuf();
  }
}
