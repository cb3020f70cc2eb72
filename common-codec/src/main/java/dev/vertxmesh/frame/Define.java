package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

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

  /**
   * The most bytes of UTF-8 that the names of one may take together: 4,096 characters of three
   * bytes. Without it a peer could leave 64 KiB in memory with each of its numbers.
   */
  public static final int LONGEST = 12_288;

  /** Bytes that the names of a dictionary may take for each entry that the HELLO told. */
  private static final int BYTES_AN_ENTRY = 1_024;

  /**
   * Bytes that the names of a whole dictionary may take: both sides count, so that the sender keeps
   * to it.
   *
   * @param entries as the HELLO told
   */
  public static long room(int entries) {
    return Math.max(LONGEST, (long) BYTES_AN_ENTRY * entries);
  }

  /** One that makes the receiver forget what a number stood for. */
  public static Define nothing(int index) {
    return new Define(index, "", "", "", "", "");
  }

  /** The same names under another number. */
  public Define as(int number) {
    return new Define(number, interfaceName, group, version, method, descriptor);
  }

  /** Bytes of UTF-8 of all names together. */
  public int length() {
    return ByteBufUtil.utf8Bytes(interfaceName)
        + ByteBufUtil.utf8Bytes(group)
        + ByteBufUtil.utf8Bytes(version)
        + ByteBufUtil.utf8Bytes(method)
        + ByteBufUtil.utf8Bytes(descriptor);
  }

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
