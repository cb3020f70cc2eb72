package dev.vertxmesh.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An input as a row of decisions, for what builds a message of it: each takes a byte or a few, and
 * after the last all are 0. A change of one byte changes one decision.
 */
public final class Script {

  private static final int SHORT_TEXT = 31;

  private final byte[] bytes;
  private int at;

  public Script(byte[] bytes) {
    this(bytes, 0);
  }

  /**
   * @param from where it begins
   */
  public Script(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = Math.min(from, bytes.length);
  }

  /** Whether something is left of it. */
  public boolean goesOn() {
    return at < bytes.length;
  }

  /** From 0 to 255. */
  public int next() {
    return goesOn() ? bytes[at++] & 0xff : 0;
  }

  /** From 0, at most 256 numbers. */
  public int below(int count) {
    return next() % count;
  }

  public boolean truth() {
    return (next() & 1) != 0;
  }

  public int int32() {
    return next() << 24 | next() << 16 | next() << 8 | next();
  }

  public long int64() {
    return (long) int32() << 32 | int32() & 0xffffffffL;
  }

  /** Small ones more often than others. */
  public int number() {
    return switch (below(4)) {
      case 0 -> next();
      case 1 -> (byte) next();
      case 2 -> next() << 8 | next();
      default -> int32();
    };
  }

  @SafeVarargs
  public final <T> T pick(T... from) {
    return from[below(from.length)];
  }

  /** So many bytes, or what is left. */
  public byte[] take(int count) {
    int from = at;
    at = Math.min(bytes.length, at + count);
    return Arrays.copyOfRange(bytes, from, at);
  }

  public byte[] rest() {
    return take(bytes.length);
  }

  /** At most 31 bytes of what may be UTF-8. */
  public String text() {
    return new String(take(below(SHORT_TEXT + 1)), StandardCharsets.UTF_8);
  }
}
