package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/**
 * More bytes of DATA that the other side may send: of a stream; of all together, with the id 0; or
 * of each, with the id 0 and the flag {@link FrameHeader#ALL}.
 *
 * <pre>
 *  0           4
 *  +-----------+
 *  | increment |
 *  +-----------+
 * </pre>
 */
public final class Window {

  private Window() {}

  /**
   * @param increment bytes, from 1
   */
  public static void encode(ByteBuf out, int id, int increment) {
    encode(out, id, 0, increment);
  }

  /**
   * For each stream that is open or comes to be.
   *
   * @param increment bytes, from 1
   */
  public static void encodeForAll(ByteBuf out, int increment) {
    encode(out, 0, FrameHeader.ALL, increment);
  }

  private static void encode(ByteBuf out, int id, int flags, int increment) {
    int start = FrameHeader.begin(out, FrameType.WINDOW, flags, id);
    out.writeInt(increment);
    FrameHeader.end(out, start, 0);
  }

  public static boolean isForAll(Frame frame) {
    return frame.id() == 0 && (frame.flags() & FrameHeader.ALL) != 0;
  }

  /**
   * The increment.
   *
   * @throws FrameException when it is 0
   */
  public static int decode(Frame frame) {
    int increment = new FieldReader(frame).u31();
    if (increment == 0) {
      throw new FrameException(LinkError.PROTOCOL, "a window that grows by 0 bytes");
    }
    return increment;
  }
}
