package dev.vertxmesh.link;

import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.LinkError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/**
 * A message that arrives in chunks. Large ones are put together without copying; small ones are
 * copied next to one another, so that no sender can make us keep more than it sends.
 */
final class MessageAssembler {

  private static final int SMALL = 1 << 10;
  private static final int TAIL = 16 << 10;

  private final ByteBufAllocator alloc;
  private final CompositeByteBuf bytes;
  private final long expected;
  private ByteBuf tail;
  private long have;

  /**
   * @param expected bytes of payload that the message's head promised
   */
  MessageAssembler(ByteBufAllocator alloc, long expected) {
    this.alloc = alloc;
    this.bytes = alloc.compositeBuffer(Integer.MAX_VALUE);
    this.expected = expected;
  }

  /**
   * Checks a message that comes in one frame.
   *
   * @throws FrameException when the frame has more or fewer bytes than promised
   */
  static void requireWhole(long expected, Frame frame) {
    if (expected != frame.payloadLength()) {
      throw new FrameException(
          LinkError.PROTOCOL,
          "a message of %d bytes in a frame of %d".formatted(expected, frame.payloadLength()));
    }
  }

  /**
   * Adds a frame's payload; the frame is the caller's to release.
   *
   * @return whether the message is whole
   * @throws FrameException when there are more or fewer bytes than promised, or an empty chunk
   */
  boolean add(Frame frame) {
    if (frame.type() == FrameType.CHUNK && frame.payloadLength() == 0) {
      throw new FrameException(LinkError.PROTOCOL, "a chunk without payload");
    }
    have += frame.payloadLength();
    if (have > expected || frame.hasMore() == (have == expected)) {
      throw new FrameException(
          LinkError.PROTOCOL,
          "a message of %d bytes has %s than promised, after %d"
              .formatted(expected, have < expected ? "fewer" : "more", have));
    }
    append(frame);
    return have == expected;
  }

  private void append(Frame frame) {
    int length = frame.payloadLength();
    if (length >= SMALL) {
      endTail();
      bytes.addComponent(true, frame.retainedPayload());
      return;
    }
    if (tail != null && tail.writableBytes() < length) {
      endTail();
    }
    if (tail == null) {
      int room = (int) Math.min(TAIL, expected - have + length); // what is to come fits
      tail = alloc.directBuffer(room, room);
    }
    frame.copyPayload(tail);
  }

  private void endTail() {
    if (tail != null) {
      bytes.addComponent(true, tail);
      tail = null;
    }
  }

  /** The whole message; the taker owns it. */
  ByteBuf take() {
    endTail();
    return bytes;
  }

  void release() {
    endTail();
    bytes.release();
  }
}
