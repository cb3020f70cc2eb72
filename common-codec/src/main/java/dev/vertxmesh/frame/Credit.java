package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/**
 * How many calls a link may have in flight, told between answers when it changed.
 *
 * @param credit calls; 0 while the sender can serve none
 * @param inFlight calls that the sender has in flight now, from all its links
 */
public record Credit(int credit, int inFlight) {

  public void encode(ByteBuf out) {
    int start = FrameHeader.begin(out, FrameType.CREDIT, 0, 0);
    out.writeInt(credit).writeInt(inFlight);
    FrameHeader.end(out, start, 0);
  }

  public static Credit decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    return new Credit(in.u31(), in.u31());
  }
}
