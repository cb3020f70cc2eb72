package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/**
 * The sender takes no new calls on this link, and finishes those it has.
 *
 * @param lastId the last call that it took; later ones never ran, so they may go elsewhere
 */
public record GoAway(int lastId, LinkError code, String reason) {

  public void encode(ByteBuf out) {
    int start = FrameHeader.begin(out, FrameType.GO_AWAY, 0, 0);
    out.writeInt(lastId).writeShort(code.code());
    Text.writeReason(out, reason);
    FrameHeader.end(out, start, 0);
  }

  public static GoAway decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    return new GoAway(in.i32(), LinkError.of(in.u16()), in.reason());
  }
}
