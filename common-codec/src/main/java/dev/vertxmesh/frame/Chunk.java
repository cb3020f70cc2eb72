package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/** The next part of a message that is too large for one frame: payload and no fields. */
public final class Chunk {

  private Chunk() {}

  /**
   * Writes the header; the next {@code payloadLength} bytes of the stream are the payload.
   *
   * @param last whether the message ends with this chunk
   */
  public static void encodeHead(ByteBuf out, int id, boolean last, int payloadLength) {
    int start = FrameHeader.begin(out, FrameType.CHUNK, last ? 0 : FrameHeader.MORE, id);
    FrameHeader.end(out, start, payloadLength);
  }
}
