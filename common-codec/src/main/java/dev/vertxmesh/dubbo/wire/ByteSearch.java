package dev.vertxmesh.dubbo.wire;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Goes through many bytes eight at a time. Of a word {@code v}, {@code (v - 01…01) & ~v & 80…80} is
 * zero unless a byte of {@code v} is. What is far is read from a view of the memory: a buffer's
 * checks of each access cost more than the search, and with leak detection thousands of times more.
 */
public final class ByteSearch {

  private static final long ONES = 0x0101010101010101L;
  private static final long SIGNS = 0x8080808080808080L;
  private static final int BYTE = 0xff;

  /** Bytes to look through before a view of the rest is worth its making. */
  private static final int NEAR = 64;

  private static final int FAR = 4 * NEAR;

  private ByteSearch() {}

  /** The first place of one of two bytes; negative if there's none. */
  public static int first(ByteBuf in, int from, int to, int a, int b) {
    return first(in, from, to, a, b, b);
  }

  /** The same for one of three. */
  public static int first(ByteBuf in, int from, int to, int a, int b, int c) {
    long manyA = (a & BYTE) * ONES;
    long manyB = (b & BYTE) * ONES;
    long manyC = (c & BYTE) * ONES;
    int at = from;
    int near = near(in, from, to);
    while (at <= near - Long.BYTES && noneOf(in.getLong(at), manyA, manyB, manyC)) {
      at += Long.BYTES;
    }
    if (near < to && at > near - Long.BYTES) {
      ByteBuffer far = in.nioBuffer(at, to - at);
      while (far.remaining() >= Long.BYTES && noneOf(far.getLong(), manyA, manyB, manyC)) {
        at += Long.BYTES;
      }
    }
    for (; at < to; at++) {
      byte value = in.getByte(at);
      if (value == (byte) a || value == (byte) b || value == (byte) c) {
        return at;
      }
    }
    return -1;
  }

  /** Up to where the buffer itself is asked. */
  private static int near(ByteBuf in, int from, int to) {
    return to - from > FAR && in.nioBufferCount() == 1 ? from + NEAR : to;
  }

  private static boolean noneOf(long word, long manyA, long manyB, long manyC) {
    return (zeros(word ^ manyA) | zeros(word ^ manyB) | zeros(word ^ manyC)) == 0;
  }

  private static long zeros(long word) {
    return word - ONES & ~word & SIGNS;
  }

  /** The first place of a byte that isn't ASCII; negative if there's none. */
  public static int firstWide(ByteBuf in, int from, int to) {
    int at = from;
    int near = near(in, from, to);
    while (at <= near - Long.BYTES && (in.getLong(at) & SIGNS) == 0) {
      at += Long.BYTES;
    }
    if (near < to && at > near - Long.BYTES) {
      ByteBuffer far = in.nioBuffer(at, to - at);
      while (far.remaining() >= Long.BYTES && (far.getLong() & SIGNS) == 0) {
        at += Long.BYTES;
      }
    }
    for (; at < to; at++) {
      if (in.getByte(at) < 0) {
        return at;
      }
    }
    return -1;
  }
}
