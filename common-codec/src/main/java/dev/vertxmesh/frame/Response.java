package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * A call's answer, and how busy the one who answers is.
 *
 * <pre>
 *  0        1     2          4               8          12       16            20
 *  +--------+-----+----------+---------------+----------+--------+-------------+-------------+---------
 *  | status | enc | attachm. | messageLength | inFlight | credit | serviceTime | attachments | payload
 *  +--------+-----+----------+---------------+----------+--------+-------------+-------------+---------
 * </pre>
 *
 * @param status how the call ended; see docs/protocol.md
 * @param encoding how the payload is to be read; an error's payload is always text
 * @param messageLength bytes of payload in this frame and its chunks together
 * @param inFlight calls that the sender has in flight now, from all its links
 * @param credit how many calls this link may have in flight from now on
 * @param serviceMicros microseconds from the request's last byte to this answer
 */
public record Response(
    int status,
    int encoding,
    long messageLength,
    int inFlight,
    int credit,
    long serviceMicros,
    Map<String, String> attachments) {

  /** Writes all but the payload; the next {@code payloadLength} bytes of the stream are that. */
  public void encodeHead(ByteBuf out, int id, int payloadLength) {
    int flags = payloadLength < messageLength ? FrameHeader.MORE : 0;
    int start = FrameHeader.begin(out, FrameType.RESPONSE, flags, id);
    out.writeByte(status).writeByte(encoding).writeShort(attachments.size());
    out.writeInt((int) messageLength).writeInt(inFlight).writeInt(credit);
    out.writeInt((int) Math.min(serviceMicros, 0xffff_ffffL));
    Attachments.write(out, start, attachments);
    FrameHeader.end(out, start, payloadLength);
  }

  public static Response decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    int status = in.u8();
    int encoding = in.u8();
    int attachments = in.u16();
    return new Response(
        status, encoding, in.u32(), in.u31(), in.u31(), in.u32(), in.texts(attachments));
  }
}
