package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;

/**
 * Finds what classes a text in fastjson's JSON names, in a member {@code @type} wherever it stands,
 * without making anything of the rest. fastjson reads names in both kinds of quotes or in none,
 * with any character escaped, and comments between them.
 */
final class FastjsonTypes {

  private static final String TYPE = "type";

  /** A name may begin after these. */
  private static final String BEFORE = "\"'{,/ \t\r\n\f";

  /** No denied class has a longer name. */
  private static final int MAX_NAME = 512;

  private static final int END = -1;
  private static final int ESCAPED_QUOTE = -2;
  private static final int HEXADECIMAL = 16;

  private static final ByteProcessor OTHER = value -> value != '@' && value != '\\';

  private final ByteBuf text;
  private final int end;
  private int at;

  private FastjsonTypes(ByteBuf text) {
    this.text = text;
    this.at = text.readerIndex();
    this.end = text.writerIndex();
  }

  /**
   * The buffer's indices stay as they are.
   *
   * @throws DeniedClassException if one of the classes is denied
   */
  static void check(ByteBuf text) {
    FastjsonTypes types = null;
    int found = text.forEachByte(OTHER);
    while (found >= 0) {
      types = types == null ? new FastjsonTypes(text) : types;
      int next = types.checkAt(found);
      found = text.forEachByte(next, text.writerIndex() - next, OTHER);
    }
  }

  /** Returns where to go on. */
  private int checkAt(int start) {
    at = start;
    if (next() != '@' || start > text.readerIndex() && !isBefore(text.getByte(start - 1))) {
      return at;
    }
    int resume = at;
    if (acceptType()) {
      skipQuote();
      skipBlanks();
      if (at < end && text.getByte(at) == ':') {
        at++;
        skipBlanks();
        skipQuote();
        DeniedClasses.checkInFastjson(name());
      }
    }
    return resume;
  }

  private static boolean isBefore(byte letter) {
    return BEFORE.indexOf(letter) >= 0;
  }

  private boolean acceptType() {
    for (int i = 0; i < TYPE.length(); i++) {
      if (next() != TYPE.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private String name() {
    StringBuilder name = new StringBuilder();
    int letter = next();
    while (letter >= 0 && letter != '"' && letter != '\'' && name.length() < MAX_NAME) {
      name.append((char) letter);
      letter = next();
    }
    return name.toString();
  }

  private void skipQuote() {
    if (at < end && (text.getByte(at) == '"' || text.getByte(at) == '\'')) {
      at++;
    }
  }

  private void skipBlanks() {
    while (at < end) {
      if (text.getByte(at) == '/') {
        skipComment();
      } else if (text.getByte(at) <= ' ' && text.getByte(at) >= 0) {
        at++;
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    boolean isLine = at + 1 < end && text.getByte(at + 1) == '/';
    at = Math.min(end, at + 2);
    while (at < end && !(isLine ? text.getByte(at) == '\n' : endsComment())) {
      at++;
    }
    at = Math.min(end, at + 1);
  }

  private boolean endsComment() {
    return text.getByte(at) == '/' && text.getByte(at - 1) == '*';
  }

  /** The next character of a string; negative where there is none, or a quote that is text. */
  private int next() {
    if (at >= end) {
      return END;
    }
    int letter = text.getByte(at++);
    if (letter != '\\' || at >= end) {
      return letter < 0 ? '?' : letter;
    }
    int escaped = text.getByte(at++);
    return switch (escaped) {
      case 'u' -> hexadecimal(4);
      case 'x' -> hexadecimal(2);
      case '"', '\'' -> ESCAPED_QUOTE;
      default -> escaped < 0 ? '?' : escaped;
    };
  }

  private int hexadecimal(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = at < end ? Character.digit(text.getByte(at++), HEXADECIMAL) : END;
      if (digit < 0) {
        return END;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
