package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/** Asks for a sign of life: eight bytes that the PONG brings back as they are. */
public final class Ping {

  private Ping() {}

  public static void encode(ByteBuf out, long token) {
    encode(out, FrameType.PING, token);
  }

  public static void encodePong(ByteBuf out, long token) {
    encode(out, FrameType.PONG, token);
  }

  private static void encode(ByteBuf out, int type, long token) {
    int start = FrameHeader.begin(out, type, 0, 0);
    out.writeLong(token);
    FrameHeader.end(out, start, 0);
  }

  /** The token of a PING or a PONG. */
  public static long token(Frame frame) {
    return new FieldReader(frame).i64();
  }
}
