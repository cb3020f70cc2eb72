package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * A call's beginning.
 *
 * <pre>
 *  0       4          8               12    13    14          16
 *  +-------+----------+---------------+-----+-----+-----------+-------------+---------
 *  | index | timeLeft | messageLength | enc | opt | attachm.  | attachments | payload
 *  +-------+----------+---------------+-----+-----+-----------+-------------+---------
 * </pre>
 *
 * @param index the dictionary's number for what is called
 * @param timeLeft milliseconds until the caller stops waiting; {@link #NO_DEADLINE} if it doesn't
 * @param messageLength bytes of payload in this frame and its chunks together
 * @param encoding how the payload is to be read; see docs/protocol.md
 * @param options what the caller wants of the call, as bits; see docs/protocol.md
 */
public record Request(
    int index,
    long timeLeft,
    long messageLength,
    int encoding,
    int options,
    Map<String, String> attachments) {

  /** The time left of a call that may take as long as it takes. */
  public static final long NO_DEADLINE = 0xffff_ffffL;

  /**
   * Writes all but the payload; the next {@code payloadLength} bytes of the stream are that.
   *
   * @param payloadLength how much of the message this frame carries; the rest comes as chunks
   */
  public static void encodeHead(
      ByteBuf out,
      int id,
      int index,
      long timeLeft,
      int messageLength,
      int encoding,
      int options,
      Map<String, String> attachments,
      int payloadLength) {
    int flags = payloadLength < messageLength ? FrameHeader.MORE : 0;
    int start = FrameHeader.begin(out, FrameType.REQUEST, flags, id);
    out.writeInt(index).writeInt((int) Math.min(timeLeft, NO_DEADLINE)).writeInt(messageLength);
    out.writeByte(encoding).writeByte(options).writeShort(attachments.size());
    Attachments.write(out, start, attachments);
    FrameHeader.end(out, start, payloadLength);
  }

  public static Request decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    int index = in.i32();
    long timeLeft = in.u32();
    long messageLength = in.u32();
    int encoding = in.u8();
    int options = in.u8();
    return new Request(index, timeLeft, messageLength, encoding, options, in.texts(in.u16()));
  }
}
