package dev.vertxmesh.bench.open;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Reads an HTTP answer's bytes where they lie, and makes nothing for it. */
final class FormAnswer {
  private static final byte[] LENGTH = "\ncontent-length:".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_AT = "HTTP/1.1 ".length();

  private FormAnswer() {}

  /** Where the body begins; -1 if the head isn't there yet. */
  static int bodyAt(ByteBuf bytes) {
    int last = bytes.writerIndex() - 4;
    for (int i = bytes.readerIndex(); i <= last; i++) {
      if (bytes.getByte(i) == '\r' && bytes.getInt(i) == 0x0d0a0d0a) {
        return i + 4;
      }
    }
    return -1;
  }

  /** Whether all of it is there. */
  static boolean isWhole(ByteBuf bytes, int bodyAt) {
    return bodyAt >= 0 && bytes.writerIndex() - bodyAt >= length(bytes, bodyAt);
  }

  /** 0 if the head says none. */
  private static int length(ByteBuf bytes, int bodyAt) {
    for (int i = bytes.readerIndex() + STATUS_AT; i < bodyAt - LENGTH.length; i++) {
      if (bytes.getByte(i) == '\n' && isLength(bytes, i)) {
        int at = i + LENGTH.length;
        while (bytes.getByte(at) == ' ') {
          at++;
        }
        return (int) number(bytes, at, bodyAt);
      }
    }
    return 0;
  }

  private static boolean isLength(ByteBuf bytes, int at) {
    for (int i = 1; i < LENGTH.length; i++) {
      if ((bytes.getByte(at + i) | 0x20) != (LENGTH[i] | 0x20)) {
        return false;
      }
    }
    return true;
  }

  static int status(ByteBuf bytes) {
    return (int) number(bytes, bytes.readerIndex() + STATUS_AT, bytes.writerIndex());
  }

  /** Whether the body is this number and nothing else. */
  static boolean isNumber(ByteBuf bytes, int bodyAt, int expected) {
    int end = bytes.writerIndex();
    boolean negative = bodyAt < end && bytes.getByte(bodyAt) == '-';
    int digits = negative ? bodyAt + 1 : bodyAt;
    for (int i = digits; i < end; i++) {
      if (bytes.getByte(i) < '0' || bytes.getByte(i) > '9') {
        return false;
      }
    }
    long value = number(bytes, digits, end);
    return digits < end && (negative ? -value : value) == expected;
  }

  private static long number(ByteBuf bytes, int from, int end) {
    long value = 0;
    for (int i = from; i < end && bytes.getByte(i) >= '0' && bytes.getByte(i) <= '9'; i++) {
      value = value * 10 + bytes.getByte(i) - '0';
    }
    return value;
  }
}
