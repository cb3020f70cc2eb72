package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;

/**
 * Goes through many bytes eight at a time. Of a word {@code v}, {@code (v - 01…01) & ~v & 80…80} is
 * zero unless a byte of {@code v} is.
 */
final class ByteSearch {

  private static final long ONES = 0x0101010101010101L;
  private static final long SIGNS = 0x8080808080808080L;
  private static final int BYTE = 0xff;

  private ByteSearch() {}

  /** The first place of one of two bytes; negative if there's none. */
  static int first(ByteBuf in, int from, int to, int a, int b) {
    return first(in, from, to, a, b, b);
  }

  /** The same for one of three. */
  static int first(ByteBuf in, int from, int to, int a, int b, int c) {
    long manyA = (a & BYTE) * ONES;
    long manyB = (b & BYTE) * ONES;
    long manyC = (c & BYTE) * ONES;
    int at = from;
    while (at <= to - Long.BYTES) {
      long word = in.getLongLE(at);
      if ((zeros(word ^ manyA) | zeros(word ^ manyB) | zeros(word ^ manyC)) != 0) {
        break;
      }
      at += Long.BYTES;
    }
    for (; at < to; at++) {
      byte value = in.getByte(at);
      if (value == (byte) a || value == (byte) b || value == (byte) c) {
        return at;
      }
    }
    return -1;
  }

  private static long zeros(long word) {
    return word - ONES & ~word & SIGNS;
  }

  /** The first place of a byte that isn't ASCII; negative if there's none. */
  static int firstWide(ByteBuf in, int from, int to) {
    int at = from;
    while (at <= to - Long.BYTES && (in.getLongLE(at) & SIGNS) == 0) {
      at += Long.BYTES;
    }
    for (; at < to; at++) {
      if (in.getByte(at) < 0) {
        return at;
      }
    }
    return -1;
  }
}
