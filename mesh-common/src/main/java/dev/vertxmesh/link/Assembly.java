package dev.vertxmesh.link;

import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/** A message that arrives in chunks, put together without copying. */
final class Assembly {

  private final CompositeByteBuf bytes;
  private final long expected;

  /**
   * @param expected bytes of payload that the message's head promised
   */
  Assembly(ByteBufAllocator alloc, long expected) {
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
   * @throws FrameException when there are more or fewer bytes than promised
   */
  boolean add(Frame frame) {
    bytes.addComponent(true, frame.retainedPayload());
    long have = bytes.readableBytes();
    if (have > expected || frame.hasMore() == (have == expected)) {
      throw new FrameException(
          LinkError.PROTOCOL,
          "a message of %d bytes has %s than promised, after %d"
              .formatted(expected, have < expected ? "fewer" : "more", have));
    }
    return have == expected;
  }

  /** The whole message; the taker owns it. */
  ByteBuf take() {
    return bytes;
  }

  void release() {
    bytes.release();
  }
}
