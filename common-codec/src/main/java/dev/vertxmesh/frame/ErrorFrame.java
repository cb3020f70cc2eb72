package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/** The ERROR frame: the last one on a link, and why it ends. */
public record ErrorFrame(LinkError code, String reason) {

  public void encode(ByteBuf out) {
    int start = FrameHeader.begin(out, FrameType.ERROR, 0, 0);
    out.writeShort(code.code());
    Text.writeReason(out, reason);
    FrameHeader.end(out, start, 0);
  }

  public static ErrorFrame decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    return new ErrorFrame(LinkError.of(in.u16()), in.reason());
  }
}
