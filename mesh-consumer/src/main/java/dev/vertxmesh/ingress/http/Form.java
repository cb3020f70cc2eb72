package dev.vertxmesh.ingress.http;

import dev.vertxmesh.text.ByteScan;
import dev.vertxmesh.text.KnownTexts;
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
  private static final int PARAMETER = 3;
  private static final byte[][] NAME_BYTES =
      Arrays.stream(NAMES)
          .map(name -> name.getBytes(StandardCharsets.US_ASCII))
          .toArray(byte[][]::new);

  /**
   * @param known texts of forms before
   * @throws BadCall naming the field that is missing, repeated or malformed
   */
  static Form parse(byte[] bytes, KnownTexts known) {
    String[] texts = new String[PARAMETER];
    byte[] parameter = null;
    int at = 0;
    while (at < bytes.length) {
      int end = ByteScan.indexOf(bytes, (byte) '&', at, bytes.length);
      int equals = ByteScan.indexOf(bytes, (byte) '=', at, end);
      int field = fieldNamed(bytes, at, equals);
      int value = Math.min(equals + 1, end);
      if (field == PARAMETER) {
        requireFirst(parameter, field);
        parameter = decode(bytes, value, end, NAMES[field]);
      } else if (field >= 0) {
        requireFirst(texts[field], field);
        texts[field] = text(bytes, value, end, NAMES[field], known);
      }
      at = end + 1;
    }
    for (int i = 0; i < NAMES.length; i++) {
      if ((i == PARAMETER ? parameter : texts[i]) == null) {
        throw new BadCall(NAMES[i] + ": the field is missing");
      }
    }
    if (texts[2].equals("?")) {
      throw new BadCall(NAMES[2] + ": '?' is not a descriptor");
    }
    for (int i = 0; i < 2; i++) {
      if (texts[i].isEmpty()) {
        throw new BadCall(NAMES[i] + ": the field is empty");
      }
    }
    return new Form(texts[0], texts[1], texts[2], parameter);
  }

  private static void requireFirst(Object before, int field) {
    if (before != null) {
      throw new BadCall(NAMES[field] + ": the field is there more than once");
    }
  }

  private static String text(byte[] bytes, int from, int to, String field, KnownTexts known) {
    String before = known.get(bytes, from, to);
    if (before != null) {
      return before;
    }
    String text = new String(decode(bytes, from, to, field), StandardCharsets.UTF_8);
    known.put(bytes, from, to, text);
    return text;
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
    if (ByteScan.endOfPlain(bytes, from, to) == to) {
      return Arrays.copyOfRange(bytes, from, to);
    }
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

  private static void requireUtf8(byte[] value, String field) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
    } catch (CharacterCodingException e) {
      throw new BadCall(field + ": the bytes are not UTF-8");
    }
  }
}
