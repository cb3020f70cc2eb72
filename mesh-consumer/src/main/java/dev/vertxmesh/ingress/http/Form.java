package dev.vertxmesh.ingress.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The contest's form: {@code application/x-www-form-urlencoded} with {@code interface}, {@code
 * method}, {@code parameterTypesString} and {@code parameter}, each exactly once. Other fields are
 * left alone.
 *
 * @param parameter the argument as UTF-8 bytes
 */
record Form(String interfaceName, String method, String parameterTypes, byte[] parameter) {

  private static final String[] NAMES = {
    "interface", "method", "parameterTypesString", "parameter"
  };
  private static final byte[][] NAME_BYTES =
      Arrays.stream(NAMES)
          .map(name -> name.getBytes(StandardCharsets.US_ASCII))
          .toArray(byte[][]::new);

  /**
   * @throws BadCall naming the field that is missing, repeated or malformed
   */
  static Form parse(byte[] bytes) {
    byte[][] values = new byte[NAMES.length][];
    int at = 0;
    while (at < bytes.length) {
      int end = indexOf(bytes, '&', at, bytes.length);
      int equals = indexOf(bytes, '=', at, end);
      int field = fieldNamed(bytes, at, equals);
      if (field >= 0) {
        if (values[field] != null) {
          throw new BadCall(NAMES[field] + ": the field is there more than once");
        }
        values[field] = decode(bytes, Math.min(equals + 1, end), end, NAMES[field]);
      }
      at = end + 1;
    }
    for (int i = 0; i < NAMES.length; i++) {
      if (values[i] == null) {
        throw new BadCall(NAMES[i] + ": the field is missing");
      }
    }
    return new Form(text(values[0], 0), text(values[1], 1), text(values[2], 2), values[3]);
  }

  private static int indexOf(byte[] bytes, char wanted, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  private static int fieldNamed(byte[] bytes, int from, int to) {
    for (int i = 0; i < NAME_BYTES.length; i++) {
      byte[] name = NAME_BYTES[i];
      if (Arrays.equals(bytes, from, to, name, 0, name.length)) {
        return i;
      }
    }
    return -1;
  }

  private static byte[] decode(byte[] bytes, int from, int to, String field) {
    byte[] value = new byte[to - from];
    int length = 0;
    int bits = 0;
    for (int at = from; at < to; at++) {
      byte b = bytes[at];
      if (b == '+') {
        b = ' ';
      } else if (b == '%') {
        b = (byte) (hex(bytes, at + 1, to, field) << 4 | hex(bytes, at + 2, to, field));
        at += 2;
      }
      value[length++] = b;
      bits |= b;
    }
    byte[] exact = length == value.length ? value : Arrays.copyOf(value, length);
    if (bits < 0) { // not all ASCII, which needs no further look
      requireUtf8(exact, field);
    }
    return exact;
  }

  private static int hex(byte[] bytes, int at, int to, String field) {
    int digit = at < to ? Character.digit(bytes[at], 16) : -1;
    if (digit < 0) {
      throw new BadCall(field + ": a % that two hexadecimal digits don't follow");
    }
    return digit;
  }

  private static String text(byte[] value, int field) {
    if (value.length == 0 && field < 2) {
      throw new BadCall(NAMES[field] + ": the field is empty");
    }
    return new String(value, StandardCharsets.UTF_8);
  }

  private static void requireUtf8(byte[] value, String field) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
    } catch (CharacterCodingException e) {
      throw new BadCall(field + ": the bytes are not UTF-8");
    }
  }
}
