package dev.vertxmesh.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;

/**
 * Bytes that have come and that nobody has read yet. They are copied, and small ones next to one
 * another: each would keep the whole buffer that it was read into, of up to eight times as much,
 * and so a stream could hold far more than its window.
 */
final class ReceiveBuffer {

  private static final int MOST_TAIL = 16 << 10;
  private static final int LEAST_TAIL = 512;

  private final ArrayDeque<ByteBuf> parts = new ArrayDeque<>(2);
  private int bytes;

  /** Takes the part over. */
  void add(ByteBuf part) {
    int length = part.readableBytes();
    ByteBuf tail = parts.peekLast();
    try {
      if (tail == null || tail.maxWritableBytes() < length) {
        int capacity = Math.max(length, Math.min(MOST_TAIL, Math.max(LEAST_TAIL, bytes)));
        tail = ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
        parts.add(tail);
      }
      tail.writeBytes(part);
    } finally {
      part.release();
    }
    bytes += length;
  }

  /** The oldest part, whose taker owns it; null if there's none. */
  ByteBuf poll() {
    ByteBuf part = parts.poll();
    if (part != null) {
      bytes -= part.readableBytes();
    }
    return part;
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  int bytes() {
    return bytes;
  }

  void release() {
    parts.forEach(ByteBuf::release);
    parts.clear();
    bytes = 0;
  }
}
