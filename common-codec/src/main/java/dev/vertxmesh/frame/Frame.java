package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * One frame as it came in: where it begins and ends is known, what it means isn't yet.
 *
 * @param fieldsLength how many bytes of {@code body} are the type's own fields; the rest is payload
 * @param body fields and payload; owned by the receiver of the frame
 */
public record Frame(int type, int flags, int id, int fieldsLength, ByteBuf body) {

  static Frame empty(int type, int flags, int id) {
    return new Frame(type, flags, id, 0, Unpooled.EMPTY_BUFFER);
  }

  public boolean hasMore() {
    return (flags & FrameHeader.MORE) != 0;
  }

  /** Of a {@link FrameType#DATA}. */
  public boolean isEnd() {
    return (flags & FrameHeader.END) != 0;
  }

  public int payloadLength() {
    return body.readableBytes() - fieldsLength;
  }

  /** The payload as a view of the body that lives on its own: release both. */
  public ByteBuf retainedPayload() {
    return body.retainedSlice(body.readerIndex() + fieldsLength, payloadLength());
  }

  /** Copies the payload behind what {@code out} has. */
  public void copyPayload(ByteBuf out) {
    out.writeBytes(body, body.readerIndex() + fieldsLength, payloadLength());
  }

  public void release() {
    body.release();
  }
}
