package dev.vertxmesh.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;

/**
 * Bytes that have come and that nobody has read yet. Small parts are copied next to one another:
 * each would keep the whole buffer that it was read into, and so a stream could hold far more than
 * its window.
 */
final class Unread {

  private static final int SMALL = 16 << 10;
  private static final int LEAST_TAIL = 512;

  private final ArrayDeque<ByteBuf> parts = new ArrayDeque<>(2);
  private int bytes;

  /** Takes the part over. */
  void add(ByteBuf part) {
    int length = part.readableBytes();
    ByteBuf tail = parts.peekLast();
    if (length >= SMALL) {
      parts.add(part);
    } else {
      if (tail == null || tail.maxWritableBytes() < length) {
        int capacity = Math.max(length, Math.min(SMALL, Math.max(LEAST_TAIL, bytes)));
        tail = ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
        parts.add(tail);
      }
      tail.writeBytes(part);
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
