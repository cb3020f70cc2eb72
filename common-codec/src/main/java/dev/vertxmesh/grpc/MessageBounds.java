package dev.vertxmesh.grpc;

import io.netty.buffer.ByteBuf;

/**
 * Walks along one direction of a call and knows where its messages end, without reading or keeping
 * them.
 */
public final class MessageBounds {

  /** The flag and the length before each message, in bytes. */
  public static final int PREFIX = 5;

  private int inPrefix;
  private long left;

  /** The next bytes of the stream: all that are readable, and they stay so. */
  public void pass(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (inPrefix == 0 && left > 0) {
        int step = (int) Math.min(left, end - at);
        left -= step;
        at += step;
      } else {
        left = inPrefix == 0 ? 0 : left << 8 | bytes.getUnsignedByte(at);
        inPrefix = (inPrefix + 1) % PREFIX;
        at++;
      }
    }
  }

  /** Whether all that has passed are whole messages. */
  public boolean isBetween() {
    return inPrefix == 0 && left == 0;
  }
}
