package dev.vertxmesh.http1;

import java.nio.charset.StandardCharsets;

/** Which bytes may stand where (RFC 9110, 5.5 and 5.6.2; RFC 3986, appendix A). */
final class Bytes {

  static final byte CR = '\r';
  static final byte LF = '\n';

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789";
  private static final int VISIBLE_FROM = 0x21;
  private static final int VISIBLE_TO = 0x7e;

  /** A token's byte as a lower case letter or as it is; 0 for what no token has. */
  private static final byte[] TOKEN = new byte[256];

  private static final boolean[] TEXT = new boolean[256];
  private static final boolean[] NAME_OF_HOST = new boolean[256];

  static {
    for (char c : ("!#$%&'*+-.^_`|~" + DIGITS + LETTERS).toCharArray()) {
      TOKEN[c] = (byte) c;
    }
    for (char c : LETTERS.toCharArray()) {
      TOKEN[Character.toUpperCase(c)] = (byte) c;
    }
    for (int b = 0; b < TEXT.length; b++) {
      TEXT[b] = b == '\t' || b >= ' ' && b != VISIBLE_TO + 1;
    }
    for (char c : ("-._~%!$&'()*+,;=" + DIGITS + LETTERS).toCharArray()) {
      NAME_OF_HOST[c] = true;
      NAME_OF_HOST[Character.toUpperCase(c)] = true;
    }
  }

  private Bytes() {}

  /** A byte of a token in lower case; 0 for any other. */
  static byte token(byte b) {
    return TOKEN[b & 0xff];
  }

  static boolean isText(byte b) {
    return TEXT[b & 0xff];
  }

  /** The first place of what a header's value can't have, above all the end of its line. */
  static int endOfText(byte[] in, int from, int to) {
    int at = from;
    while (at < to && TEXT[in[at] & 0xff]) {
      at++;
    }
    return at;
  }

  /** The first place of what a request's target can't have, above all the blank behind it. */
  static int endOfTarget(byte[] in, int from, int to) {
    int at = from;
    while (at < to && in[at] >= VISIBLE_FROM && in[at] <= VISIBLE_TO) {
      at++;
    }
    return at;
  }

  static boolean isNameOfHost(byte b) {
    return NAME_OF_HOST[b & 0xff];
  }

  static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** What a hexadecimal digit stands for; -1 for any other byte. */
  static int hex(byte b) {
    int lower = b | 0x20;
    if (isDigit(b)) {
      return b - '0';
    }
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  static byte[] of(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A byte as a person can read it. */
  static String show(byte b) {
    return switch (b) {
      case CR -> "a CR";
      case LF -> "a bare LF";
      case ' ' -> "a blank";
      case '\t' -> "a tab";
      default ->
          b >= VISIBLE_FROM && b <= VISIBLE_TO
              ? "'" + (char) b + "'"
              : "the byte 0x%02x".formatted(b & 0xff);
    };
  }
}
