package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.jsonb.Jsonb;
import io.netty.buffer.ByteBuf;

/** A message about the connection instead of a call, and the bytes to send for one. */
public enum DubboEvent {
  /** Is the other side there? An answer is due if it is two-way. */
  HEARTBEAT,
  /** Sent on the way down: no new requests on this connection. */
  READ_ONLY,
  /** Takes a {@link #READ_ONLY} back. */
  WRITEABLE,
  UNKNOWN;

  /**
   * What an event's body says. A heartbeat is its serialization's null: {@code N} in hessian2,
   * which some peers send twice, and in Dubbo's three JSONs {@code null}, with or without a length
   * before or a line's end after it, or JSONB's {@code af}. Other events are a string of one
   * letter.
   */
  public static DubboEvent read(ByteBuf body) {
    int length = body.readableBytes();
    int at = body.readerIndex();
    if (length == 0) {
      return HEARTBEAT;
    }
    int last = body.getUnsignedByte(at + length - 1);
    boolean hessian = last == 'N' && (length == 1 || length == 2 && body.getByte(at) == 'N');
    return hessian || isJsonNull(body, at, length, last) ? HEARTBEAT : readLetter(body, at, length);
  }

  private static DubboEvent readLetter(ByteBuf body, int at, int length) {
    int first = body.getUnsignedByte(at);
    int letter = 0;
    if (length == 2 && first == 1) {
      letter = body.getByte(at + 1);
    } else if (length == 6 && body.getInt(at) == 2 && body.getByte(at + 4) == Jsonb.STRING_0 + 1) {
      letter = body.getByte(at + 5);
    } else if (length == 7 && body.getInt(at) == 3) {
      letter = quoted(body, at + 4);
    } else if (length >= 3 && length <= 5) {
      letter = quoted(body, at);
    }
    return letter == 'R' ? READ_ONLY : letter == 'W' ? WRITEABLE : UNKNOWN;
  }

  private static int quoted(ByteBuf body, int at) {
    boolean quoted = body.getByte(at) == '"' && body.getByte(at + 2) == '"';
    return quoted ? body.getByte(at + 1) : 0;
  }

  private static boolean isJsonNull(ByteBuf body, int at, int length, int last) {
    if (length == 5 && last == 0xaf) {
      return body.getInt(at) == 1;
    }
    int word = 'n' << 24 | 'u' << 16 | 'l' << 8 | 'l';
    boolean counted = length == 8 && body.getInt(at) == 4 && body.getInt(at + 4) == word;
    boolean line = length >= 4 && length <= 6 && body.getInt(at) == word && last <= 'l';
    return counted || line;
  }

  /** Appends a heartbeat that asks for an answer, in hessian2. */
  public static void writeHeartbeat(ByteBuf out, long id) {
    writeHeartbeat(out, id, Serialization.HESSIAN2);
  }

  /** Appends a heartbeat that asks for an answer. */
  public static void writeHeartbeat(ByteBuf out, long id, Serialization serialization) {
    int flags = DubboHeader.REQUEST | DubboHeader.TWO_WAY | DubboHeader.EVENT;
    int at = out.writerIndex();
    DubboHeader.write(out, flags | serialization.id(), 0, id);
    serialization.writer(out).write(null);
    DubboHeader.setBody(out, at);
  }

  /**
   * Appends the answer to a heartbeat: the same null, in the serialization that it came in.
   *
   * @param flags of the heartbeat
   * @param body of the heartbeat
   */
  public static void writeAnswer(ByteBuf out, int flags, long id, ByteBuf body) {
    int at = out.writerIndex();
    int serialization = DubboHeader.serialization(flags);
    DubboHeader.write(out, DubboHeader.EVENT | serialization, DubboStatus.OK.code(), id);
    out.writeBytes(body, body.readerIndex(), body.readableBytes());
    DubboHeader.setBody(out, at);
  }
}
