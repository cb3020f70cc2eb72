package dev.vertxmesh.grpc;

import io.netty.buffer.ByteBuf;

/**
 * Walks along one direction of a call and knows where its messages end, without reading or keeping
 * them: each is a flag, its length as a u32, and so many bytes. Bytes may be cut anywhere.
 */
public class MessageBounds {

  /** The flag and the length before each message, in bytes. */
  public static final int PREFIX = 5;

  private int inPrefix;
  private int flag;
  private long length;
  private long left;
  private long messages;

  /** The next bytes of the stream: all that are readable, and they stay so. */
  public final void pass(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (left > 0) {
        at += skip(end - at);
      } else {
        prefix(bytes.getByte(at++));
      }
    }
  }

  /**
   * Goes on in a message.
   *
   * @return how many of so many bytes are the message's
   */
  protected final int skip(int bytes) {
    int skipped = (int) Math.min(left, bytes);
    left -= skipped;
    return skipped;
  }

  /** Goes on between messages. */
  protected final void prefix(byte octet) {
    if (inPrefix == 0) {
      messages++;
      flag = octet & 0xff;
      length = 0;
    } else {
      length = length << 8 | octet & 0xff;
    }
    inPrefix = (inPrefix + 1) % PREFIX;
    left = inPrefix == 0 ? length : 0;
    onPrefix();
  }

  /** One more byte of a prefix has come; for subclasses that check it. */
  protected void onPrefix() {}

  /** Bytes of the prefix that has begun and isn't whole; else 0. */
  public final int inPrefix() {
    return inPrefix;
  }

  /** The first byte of the message that has begun last. */
  public final int flag() {
    return flag;
  }

  /** Of the message that has begun last, without its prefix. */
  public final long length() {
    return length;
  }

  /** Bytes of the message that has begun which haven't passed; 0 between messages. */
  public final long left() {
    return left;
  }

  /** How many messages have begun. */
  public final long messages() {
    return messages;
  }

  /** Whether all that has passed are whole messages. */
  public final boolean isBetween() {
    return inPrefix == 0 && left == 0;
  }
}
