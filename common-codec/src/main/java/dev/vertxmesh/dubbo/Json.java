package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Reads as much of a JSON text as a request's head needs. */
final class Json {

  private static final String ESCAPES = "\"\\/bfnrt0'";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t\0'";

  private final ByteBuf in;

  Json(ByteBuf text) {
    this.in = text;
  }

  /** The next character that isn't white space, which stays; 0 at the end. */
  int peek() {
    while (in.isReadable()) {
      int c = in.getByte(in.readerIndex());
      if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
        return c;
      }
      in.skipBytes(1);
    }
    return 0;
  }

  void expect(char c) {
    int there = peek();
    if (there != c) {
      throw new DubboCodecException(
          there == 0
              ? "JSON ends where %s was expected".formatted(c)
              : "JSON has %s, expected %s".formatted((char) there, c));
    }
    in.skipBytes(1);
  }

  boolean isNull() {
    return peek() == 'n';
  }

  /** Reads a string. */
  String readString() {
    expect('"');
    int length = in.bytesBefore((byte) '"');
    int escape = length < 0 ? -1 : in.bytesBefore(length, (byte) '\\');
    if (length >= 0 && escape < 0) {
      String text = in.toString(in.readerIndex(), length, StandardCharsets.UTF_8);
      in.skipBytes(length + 1);
      return text;
    }
    return readEscaped();
  }

  private String readEscaped() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StringBuilder text = new StringBuilder();
    for (int c = in.readByte(); c != '"'; c = in.readByte()) {
      if (c == '\\') {
        text.append(bytes.toString(StandardCharsets.UTF_8));
        bytes.reset();
        text.append(unescape(in.readByte()));
      } else {
        bytes.write(c);
      }
    }
    return text.append(bytes.toString(StandardCharsets.UTF_8)).toString();
  }

  private char unescape(int c) {
    int digits = c == 'u' ? 4 : c == 'x' ? 2 : 0; // \x is fastjson's own
    if (digits > 0) {
      int value = 0;
      for (int i = 0; i < digits; i++) {
        value = value << 4 | hex(in.readByte());
      }
      return (char) value;
    }
    int known = ESCAPES.indexOf(c);
    if (known < 0) {
      throw new DubboCodecException("JSON has an escape that it doesn't know: \\" + (char) c);
    }
    return ESCAPED.charAt(known);
  }

  private static int hex(int c) {
    int digit = Character.digit(c, 16);
    if (digit < 0) {
      throw new DubboCodecException("JSON has an escape without its digits");
    }
    return digit;
  }

  /** Reads a string or a number as text; null, with nothing read, for anything else. */
  String readScalar() {
    int first = peek();
    if (first == '"') {
      return readString();
    } else if (first != '-' && (first < '0' || first > '9')) {
      return null;
    }
    int start = in.readerIndex();
    skipWord();
    return in.toString(start, in.readerIndex() - start, StandardCharsets.US_ASCII);
  }

  /** Steps over any value. */
  void skipValue() {
    int depth = 0;
    do {
      int c = peek();
      if (c == '"') {
        skipString();
      } else if (c == '{' || c == '[') {
        in.skipBytes(1);
        depth++;
      } else if (c == '}' || c == ']') {
        in.skipBytes(1);
        depth--;
      } else if (c == ',' || c == ':') {
        in.skipBytes(1);
      } else {
        skipWord();
      }
    } while (depth > 0);
    if (depth < 0) {
      throw new DubboCodecException("JSON ends where a value was expected");
    }
  }

  private void skipString() {
    in.skipBytes(1);
    for (int c = in.readByte(); c != '"'; c = in.readByte()) {
      if (c == '\\') {
        in.skipBytes(1);
      }
    }
  }

  /** A number, {@code null}, {@code true}, {@code false}; fastjson writes numbers such as 1L. */
  private void skipWord() {
    int start = in.readerIndex();
    while (in.isReadable() && isWord(in.getByte(in.readerIndex()))) {
      in.skipBytes(1);
    }
    if (in.readerIndex() == start) {
      throw new DubboCodecException("JSON ends where a value was expected");
    }
  }

  private static boolean isWord(int c) {
    return Character.isLetterOrDigit(c) || c == '-' || c == '+' || c == '.';
  }

  /** A string as JSON. */
  static String quote(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
