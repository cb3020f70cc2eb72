package dev.vertxmesh.flow;

import io.netty.buffer.ByteBuf;

/**
 * Follows messages in gRPC's framing, a flag, a u32 length and so many bytes, and tells how much of
 * the one that has begun is still to come. It sees only where messages begin; bytes may be cut
 * anywhere.
 */
public final class MessageLengths {

  private static final int PREFIX = 5;

  private int prefix;
  private long length;
  private long left;

  /** The next bytes, which stay as they are. */
  public void read(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (left > 0) {
        long passed = Math.min(left, end - at);
        left -= passed;
        at += (int) passed;
      } else {
        onPrefix(bytes.getUnsignedByte(at++));
      }
    }
  }

  private void onPrefix(int octet) {
    length = prefix == 0 ? 0 : length << 8 | octet;
    if (++prefix == PREFIX) {
      prefix = 0;
      left = length;
    }
  }

  /** Bytes of the message that has begun which haven't been read; 0 between messages. */
  public long left() {
    return left;
  }

  /** Of the message that has begun last, without its prefix. */
  public long length() {
    return length;
  }
}
