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
    write(out, start, attachments);
    FrameHeader.end(out, start, 0);
  }

  private static void write(ByteBuf out, int start, Map<String, String> attachments) {
    out.writeShort(attachments.size());
    Attachments.write(out, start, attachments);
  }

  /**
   * The same fields at the beginning of a payload: a RESPONSE's that is all of an answer.
   *
   * @throws IllegalArgumentException when one of the attachments is over 65,535 bytes
   */
  public static void encodeInPayload(ByteBuf out, Map<String, String> attachments) {
    write(out, out.writerIndex(), attachments);
  }

  /** Its attachments. */
  public static Map<String, String> decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    return in.texts(in.u16());
  }

  /**
   * Reads them at the beginning of a payload, and moves its reader index behind them.
   *
   * @throws FrameException when they go beyond its end
   */
  public static Map<String, String> decodeInPayload(ByteBuf payload) {
    int length = payload.readableBytes();
    FieldReader in = new FieldReader(new Frame(FrameType.RESPONSE, 0, 0, length, payload));
    Map<String, String> attachments = in.texts(in.u16());
    payload.skipBytes(in.read());
    return attachments;
  }
}
