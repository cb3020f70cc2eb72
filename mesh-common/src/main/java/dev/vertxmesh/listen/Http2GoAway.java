package dev.vertxmesh.listen;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/** The frames that a port sends by itself on HTTP/2 connections (RFC 9113, 6.7 and 6.8). */
final class Http2GoAway {

  private static final int TYPE = 7;
  private static final int ENHANCE_YOUR_CALM = 0xb;
  private static final int FIXED = 8;

  private Http2GoAway() {}

  /** The end of a connection, in words; that no stream was taken isn't said, as some were. */
  static ByteBuf calm(ByteBufAllocator alloc, CloseReason end) {
    String words =
        end == CloseReason.FLOOD
            ? "too many frames that belong to no request"
            : "a header block or the first frames didn't come to an end in time";
    byte[] why = words.getBytes(StandardCharsets.US_ASCII);
    return alloc
        .buffer(FrameWalk.HEAD + FIXED + why.length)
        .writeMedium(FIXED + why.length)
        .writeByte(TYPE)
        .writeByte(0)
        .writeInt(0)
        .writeInt(Integer.MAX_VALUE)
        .writeInt(ENHANCE_YOUR_CALM)
        .writeBytes(why);
  }

  /** What a PING carries: pongs come in the order of their pings, so any eight bytes do. */
  static Buffer token() {
    return Buffer.buffer().appendLong(0x7374696c6c3f3f3fL);
  }
}
