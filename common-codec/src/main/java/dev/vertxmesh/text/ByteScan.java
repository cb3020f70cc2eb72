package dev.vertxmesh.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks for bytes of an array, eight at a time: a form is mostly its argument, in which nothing is
 * found.
 *
 * <p>Whether a byte of a word is zero: Warren, "Hacker's Delight", 6-1.
 */
public final class ByteScan {

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH = 0x8080808080808080L;
  private static final long PLUSES = ONES * '+';
  private static final long PERCENTS = ONES * '%';

  private ByteScan() {}

  /** The eight bytes from there as a number. */
  static long word(byte[] in, int at) {
    return (long) WORDS.get(in, at);
  }

  /**
   * The first place of a byte of ASCII.
   *
   * @return {@code to} if it isn't there
   */
  public static int indexOf(byte[] in, byte wanted, int from, int to) {
    long pattern = ONES * wanted;
    int at = from;
    while (at <= to - Long.BYTES && !hasZero(word(in, at) ^ pattern)) {
      at += Long.BYTES;
    }
    while (at < to && in[at] != wanted) {
      at++;
    }
    return at;
  }

  /**
   * The first place of what doesn't stand for itself in a form, or isn't ASCII.
   *
   * @return {@code to} if there's none
   */
  public static int endOfPlain(byte[] in, int from, int to) {
    int at = from;
    while (at <= to - Long.BYTES && isPlain(word(in, at))) {
      at += Long.BYTES;
    }
    while (at < to && in[at] != '+' && in[at] != '%' && in[at] >= 0) {
      at++;
    }
    return at;
  }

  private static boolean isPlain(long word) {
    return (word & HIGH) == 0 && !hasZero(word ^ PLUSES) && !hasZero(word ^ PERCENTS);
  }

  private static boolean hasZero(long word) {
    return (word - ONES & ~word & HIGH) != 0;
  }
}
