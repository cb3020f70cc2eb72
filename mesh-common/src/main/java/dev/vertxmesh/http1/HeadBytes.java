package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Bytes of a head or of trailers, copied a part at a time to an array that all connections of a
 * thread share: each is looked at by itself, which a buffer checks each time and an array hardly.
 */
final class HeadBytes {

  /** Most heads are whole in one part. */
  static final int PART = 1024;

  private static final FastThreadLocal<byte[]> COPY =
      new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
          return new byte[PART];
        }
      };

  /** Reads lines. */
  interface Lines {

    /** Reads on, to the end of the lines or of the bytes; says to where. */
    int walk(byte[] in, int from, int to);

    boolean ended();
  }

  private HeadBytes() {}

  /** A thread's own: who fills it is done with it before anybody else is called. */
  static byte[] copy() {
    return COPY.get();
  }

  /** Has lines read to their end, or to that of the bytes; says to where. */
  static int walk(ByteBuf in, int from, int to, Lines lines) {
    byte[] copy = COPY.get();
    int at = from;
    while (at < to && !lines.ended()) {
      int length = Math.min(PART, to - at);
      in.getBytes(at, copy, 0, length);
      at += lines.walk(copy, 0, length);
    }
    return at;
  }
}
