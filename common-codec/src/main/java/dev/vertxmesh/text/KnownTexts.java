package dev.vertxmesh.text;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * What short texts were decoded to before, by their bytes: names of services, methods and types
 * come again and again. Each has one place, which the next of the same place takes; so all of them
 * weigh no more than some 30 kB, whatever callers make up. Belongs to one event loop.
 */
public final class KnownTexts {

  /** Longer ones aren't kept, in bytes as they come. */
  public static final int LONGEST = 128;

  private static final int PLACES = 64;
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L; // 2^64 by the golden ratio

  private final byte[][] encoded = new byte[PLACES][];
  private final String[] texts = new String[PLACES];
  private final byte[] copy = new byte[LONGEST];

  /** Null if it isn't known. */
  public String get(byte[] in, int from, int to) {
    if (to - from > LONGEST) {
      return null;
    }
    int place = place(in, from, to);
    byte[] before = encoded[place];
    return before != null && Arrays.equals(in, from, to, before, 0, before.length)
        ? texts[place]
        : null;
  }

  /** Of a buffer's bytes, which have to be there; null if it isn't known. */
  public String get(ByteBuf in, int at, int length) {
    if (length > LONGEST) {
      return null;
    }
    in.getBytes(at, copy, 0, length);
    return get(copy, 0, length);
  }

  /** From now on it's known. */
  public void put(ByteBuf in, int at, int length, String text) {
    if (length <= LONGEST) {
      in.getBytes(at, copy, 0, length);
      put(copy, 0, length, text);
    }
  }

  /** From now on it's known. */
  public void put(byte[] in, int from, int to, String text) {
    if (to - from <= LONGEST) {
      int place = place(in, from, to);
      encoded[place] = Arrays.copyOfRange(in, from, to);
      texts[place] = text;
    }
  }

  private static int place(byte[] in, int from, int to) {
    long hash = to - from;
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      hash = (hash ^ ByteScan.word(in, at)) * MULTIPLIER;
    }
    if (at > from && at < to) { // the last word, of which a part has been in the one before
      return (int) ((hash ^ ByteScan.word(in, to - Long.BYTES)) * MULTIPLIER >>> 58);
    }
    for (; at < to; at++) {
      hash = (hash ^ in[at]) * MULTIPLIER;
    }
    return (int) (hash >>> 58); // the highest bits, to which all others come
  }
}
