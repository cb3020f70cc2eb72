package dev.vertxmesh.dubbo.fastjson;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;

/** The characters of a JSON as {@link FastjsonReader} draws it: its words, strings and numbers. */
final class FastjsonLexer {

  /** No character, and what stands for the end. */
  static final char END = '\uffff';

  /** To make a number of digits takes time that grows with their square. */
  private static final int MAX_DIGITS = 1000;

  private final String text;
  private int at;

  FastjsonLexer(String text) {
    this.text = text;
  }

  int position() {
    return at;
  }

  void position(int at) {
    this.at = at;
  }

  byte[] readBytes() {
    expect("x'");
    int end = text.indexOf('\'', at);
    try {
      byte[] bytes = HexFormat.of().parseHex(text, at, Math.max(at, end));
      at = end + 1;
      return bytes;
    } catch (IllegalArgumentException e) {
      throw unexpected("bytes that aren't hexadecimal");
    }
  }

  Object readNumber() {
    int start = at;
    while (at < text.length() && isOfNumber(text.charAt(at))) {
      at++;
    }
    if (at == start || at - start > MAX_DIGITS) {
      at = start;
      throw unexpected(peek() == END ? "an end" : "no value, or a number too long");
    }
    String digits = text.substring(start, at);
    try {
      return readSuffixed(digits);
    } catch (NumberFormatException e) {
      at = start;
      throw unexpected("no number");
    }
  }

  private Object readSuffixed(String digits) {
    char suffix = at < text.length() ? text.charAt(at) : END;
    switch (suffix) {
      case 'B', 'S' -> {
        at++;
        return Integer.valueOf(digits);
      }
      case 'L' -> {
        at++;
        return Long.valueOf(digits);
      }
      case 'F', 'D' -> {
        at++;
        return Double.valueOf(digits);
      }
      default -> {
        return number(digits);
      }
    }
  }

  /** A double is what reads exactly as Java would write it; another fraction is a BigDecimal. */
  private static Object number(String digits) {
    if (digits.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9')) {
      return whole(digits);
    }
    double real = Double.parseDouble(digits);
    return Double.toString(real).equals(digits) ? (Object) real : new BigDecimal(digits);
  }

  private static Object whole(String digits) {
    if (digits.length() < 19) {
      long value = Long.parseLong(digits);
      return value == (int) value ? (Object) (int) value : (Object) value;
    }
    BigInteger value = new BigInteger(digits);
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static boolean isOfNumber(char c) {
    return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
  }

  String readString() {
    int start = ++at;
    int end = start;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
      end++;
    }
    at = end;
    if (end < text.length() && text.charAt(end) == '"') {
      at++;
      return text.substring(start, end);
    }
    return readEscaped(new StringBuilder(text.substring(start, end)));
  }

  private String readEscaped(StringBuilder unescaped) {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return unescaped.toString();
      }
      unescaped.append(c == '\\' ? readEscape() : c);
    }
    throw unexpected("an end inside of a string");
  }

  private char readEscape() {
    char c = at < text.length() ? text.charAt(at++) : END;
    return switch (c) {
      case 'b' -> '\b';
      case 'f', 'F' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> '\u000b';
      case 'u' -> readHex(4);
      case 'x' -> readHex(2);
      case '"', '\\', '/', '\'' -> c;
      default -> {
        if (c >= '0' && c <= '7') {
          yield (char) (c - '0');
        }
        throw unexpected("an escape that is none");
      }
    };
  }

  private char readHex(int digits) {
    try {
      char c = (char) HexFormat.fromHexDigits(text, at, at + digits);
      at += digits;
      return c;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unexpected("an escape that is none");
    }
  }

  char peek() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
    return at < text.length() ? text.charAt(at) : END;
  }

  boolean accept(String token) {
    peek();
    boolean there = text.startsWith(token, at);
    at += there ? token.length() : 0;
    return there;
  }

  void expect(String token) {
    if (!accept(token)) {
      throw unexpected(peek() == END ? "an end" : "something else where " + token + " belongs");
    }
  }

  DubboCodecException unexpected(String what) {
    return new DubboCodecException("not fastjson's JSON: " + what + " at character " + at);
  }
}
