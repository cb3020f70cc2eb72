package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * The callee's direction of a stream begins.
 *
 * <pre>
 *  0           2
 *  +-----------+-------------+
 *  | attachm.  | attachments |
 *  +-----------+-------------+
 * </pre>
 */
public final class Answer {

  private Answer() {}

  /**
   * @throws IllegalArgumentException when the attachments take more than a frame's fields may; the
   *     frame is taken back
   */
  public static void encode(ByteBuf out, int id, Map<String, String> attachments) {
    int start = FrameHeader.begin(out, FrameType.ANSWER, 0, id);
    out.writeShort(attachments.size());
    Attachments.write(out, start, attachments);
    FrameHeader.end(out, start, 0);
  }

  /** Its attachments. */
  public static Map<String, String> decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    return in.texts(in.u16());
  }
}
