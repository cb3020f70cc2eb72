package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/** The caller doesn't wait for this call any more. No fields; no answer is owed. */
public final class Cancel {

  private Cancel() {}

  public static void encode(ByteBuf out, int id) {
    FrameHeader.end(out, FrameHeader.begin(out, FrameType.CANCEL, 0, id), 0);
  }
}
