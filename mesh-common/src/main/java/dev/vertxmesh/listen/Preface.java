package dev.vertxmesh.listen;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Compares a connection's first bytes with what HTTP/2 begins with (RFC 9113, 3.4): what differs is
 * HTTP/1.1.
 */
final class Preface {

  private static final byte[] BYTES =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  static final int LENGTH = BYTES.length;

  private int read;
  private boolean differs;

  /** Goes on with these bytes, and tells how many of them it took to know, or all of them. */
  int match(ByteBuf bytes) {
    int taken = 0;
    while (!isKnown() && taken < bytes.readableBytes()) {
      differs = bytes.getByte(bytes.readerIndex() + taken) != BYTES[read];
      read++;
      taken++;
    }
    return taken;
  }

  boolean isKnown() {
    return differs || read == LENGTH;
  }

  /** Once it's known. */
  boolean isHttp2() {
    return !differs;
  }
}
