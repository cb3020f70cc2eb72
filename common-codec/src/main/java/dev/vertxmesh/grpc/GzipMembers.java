package dev.vertxmesh.grpc;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * What a message of gzip becomes. It may be of several members, one after another; Java's own
 * reader takes any number, and of members that are empty, each one is a call within the one before.
 */
final class GzipMembers implements AutoCloseable {

  /** Those who compress a message make one. */
  static final int MOST = 16;

  private static final int HEAD = 10;
  private static final int TRAILER = 8;
  private static final int DEFLATE = 8;
  private static final int HEAD_CHECK = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;

  private final byte[] bytes;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private int at;
  private int members;

  GzipMembers(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads on.
   *
   * @param length from 1
   * @return how many bytes it has put there; -1 if there are no more
   * @throws IllegalArgumentException if it isn't gzip, or of too many members
   */
  int read(byte[] to, int offset, int length) {
    if (members == 0) {
      begin();
    }
    int read = inflate(to, offset, length);
    while (read == 0) {
      end();
      if (at == bytes.length) {
        return -1;
      }
      begin();
      read = inflate(to, offset, length);
    }
    crc.update(to, offset, read);
    return read;
  }

  private int inflate(byte[] to, int offset, int length) {
    try {
      return inflater.inflate(to, offset, length);
    } catch (DataFormatException e) {
      throw broken(e.getMessage());
    }
  }

  private void begin() {
    if (++members > MOST) {
      throw broken("it has more than %d members".formatted(MOST));
    }
    need(HEAD);
    if (number(2) != 0x8b1f || (bytes[at + 2] & 0xff) != DEFLATE) {
      throw broken(members == 1 ? "it begins otherwise" : "something else follows it");
    }
    int flags = bytes[at + 3];
    at += HEAD;
    if ((flags & EXTRA) != 0) {
      need(2);
      at += 2 + (int) number(2);
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEAD_CHECK) != 0) {
      at += 2;
    }
    need(TRAILER);
    crc.reset();
    inflater.reset();
    inflater.setInput(bytes, at, bytes.length - at);
  }

  private void skipText() {
    do {
      need(1);
    } while (bytes[at++] != 0);
  }

  private void end() {
    if (!inflater.finished()) { // or it wants a dictionary, which gzip has none of
      throw broken("it breaks off");
    }
    at = bytes.length - inflater.getRemaining();
    need(TRAILER);
    long check = number(4);
    at += 4;
    long length = number(4);
    at += 4;
    if (check != crc.getValue() || length != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw broken("its check is another");
    }
  }

  private void need(int count) {
    if (bytes.length - at < count) {
      throw broken("it breaks off");
    }
  }

  /** The lowest byte is first. */
  private long number(int count) {
    long number = 0;
    for (int i = count - 1; i >= 0; i--) {
      number = number << 8 | bytes[at + i] & 0xff;
    }
    return number;
  }

  private static IllegalArgumentException broken(String why) {
    return new IllegalArgumentException("a message isn't gzip's: " + why);
  }

  @Override
  public void close() {
    inflater.end();
  }
}
