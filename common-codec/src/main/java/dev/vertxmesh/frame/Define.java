package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/**
 * Gives a number to the names that many requests repeat, so that they cross a link once. A number
 * that was given before is given anew: what was sent after it means the new names.
 *
 * <pre>
 *  0       4           each a u16 length and UTF-8
 *  +-------+-----------+-------+---------+--------+------------+
 *  | index | interface | group | version | method | descriptor |
 *  +-------+-----------+-------+---------+--------+------------+
 * </pre>
 */
public record Define(
    int index,
    String interfaceName,
    String group,
    String version,
    String method,
    String descriptor) {

  public void encode(ByteBuf out) {
    int start = FrameHeader.begin(out, FrameType.DEFINE, 0, 0);
    out.writeInt(index);
    Text.write(out, interfaceName);
    Text.write(out, group);
    Text.write(out, version);
    Text.write(out, method);
    Text.write(out, descriptor);
    FrameHeader.end(out, start, 0);
  }

  public static Define decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    return new Define(in.u31(), in.text(), in.text(), in.text(), in.text(), in.text());
  }
}
