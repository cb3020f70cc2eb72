package dev.vertxmesh.http1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The name of a header as it comes, in lower case; of a long one, how it begins. Used again. */
final class FieldName {

  /** More than any name has that matters here. */
  private static final int KEPT = 24;

  private final byte[] bytes = new byte[KEPT];
  private int length;

  void clear() {
    length = 0;
  }

  /** Reads on, to the first byte that no name can have; says to where. */
  int walk(byte[] in, int from, int to) {
    byte[] kept = bytes;
    int count = length; // as a field it would be written for each byte
    int at = from;
    for (; at < to; at++) {
      byte lower = Bytes.token(in[at]);
      if (lower == 0) {
        break;
      }
      if (count < KEPT) {
        kept[count] = lower;
      }
      count++;
    }
    length = count;
    return at;
  }

  int length() {
    return length;
  }

  boolean is(byte[] name) {
    return length == name.length && isThatFrom(0, name, length);
  }

  /** It has that name's length and all of its letters, but another one at that place. */
  boolean isBut(byte[] name, int place) {
    return length == name.length
        && bytes[place] != name[place]
        && isThatFrom(0, name, place)
        && isThatFrom(place + 1, name, length);
  }

  private boolean isThatFrom(int from, byte[] name, int to) {
    return Arrays.equals(bytes, from, to, name, from, to);
  }

  @Override
  public String toString() {
    String text = new String(bytes, 0, Math.min(length, KEPT), StandardCharsets.US_ASCII);
    return length > KEPT ? text + "…" : text;
  }
}
