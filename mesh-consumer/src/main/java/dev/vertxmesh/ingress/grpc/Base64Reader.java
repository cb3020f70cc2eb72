package dev.vertxmesh.ingress.grpc;

import java.util.Arrays;

/**
 * Decodes base64 (RFC 4648, 4) that comes cut anywhere. Who writes it may pad whenever it has
 * written something, and then go on.
 */
final class Base64Reader {

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final byte[] VALUES = new byte[128];

  private static final int GROUP = 4;

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int i = 0; i < ALPHABET.length(); i++) {
      VALUES[ALPHABET.charAt(i)] = (byte) i;
    }
  }

  private int bits;
  private int digits;
  private int padding;
  private long position;

  /**
   * The bytes that are whole by now.
   *
   * @throws IllegalArgumentException naming the place of what isn't base64
   */
  byte[] read(byte[] text) {
    byte[] decoded = new byte[(text.length + digits + padding) / GROUP * 3];
    int length = 0;
    for (byte c : text) {
      take(c);
      if (digits + padding == GROUP) {
        int whole = 3 - padding;
        for (int i = 0; i < whole; i++) {
          decoded[length++] = (byte) (bits >> 16 - 8 * i);
        }
        bits = 0;
        digits = 0;
        padding = 0;
      }
    }
    return length == decoded.length ? decoded : Arrays.copyOf(decoded, length);
  }

  private void take(byte c) {
    int value = c < 0 ? -1 : VALUES[c];
    if (c == '=' && digits >= 2) {
      padding++;
    } else if (value >= 0 && padding == 0) {
      bits |= value << 18 - 6 * digits;
      digits++;
    } else {
      throw new IllegalArgumentException(
          "byte 0x%02x at %d isn't base64".formatted(c & 0xff, position));
    }
    position++;
  }

  /** Whether nothing is missing. */
  boolean isBetween() {
    return digits == 0;
  }
}
