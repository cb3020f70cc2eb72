package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/** Bytes of a stream: payload and no fields. */
public final class Data {

  private Data() {}

  /**
   * Writes the header; the next {@code payloadLength} bytes of the stream are the payload.
   *
   * @param end whether the sender's direction is done with it; only then there may be no payload
   */
  public static void encodeHead(ByteBuf out, int id, boolean end, int payloadLength) {
    int start = FrameHeader.begin(out, FrameType.DATA, end ? FrameHeader.END : 0, id);
    FrameHeader.end(out, start, payloadLength);
  }
}
