package dev.vertxmesh.dubbo.fastjson;

import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.wire.ByteSearch;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

/**
 * Finds what classes a text in fastjson's JSON names, in a member {@code @type} wherever it stands,
 * without making anything of the rest. fastjson reads names in both kinds of quotes or in none,
 * with any character escaped, and comments between them; and whatever the value begins with is its
 * opening quote.
 */
public final class FastjsonTypes {

  private static final String TYPE = "type";

  /** A name may begin after these. */
  private static final String BEFORE = "\"'{,/ \t\r\n\f";

  /** The beginning of a name tells enough. */
  private static final int MAX_NAME = 256;

  /** Nobody puts more between a name and its value, and to look through it costs time. */
  private static final int MAX_BLANKS = 1024;

  private static final int END = -1;
  private static final int ESCAPED_QUOTE = -2;
  private static final int HEXADECIMAL = 16;
  private static final int DELETE = 0x7f;

  private final ByteBuf text;
  private final int end;
  private int at;

  /** Each stands between one name and its value, unless comments lie in comments. */
  private int blanksLeft;

  private FastjsonTypes(ByteBuf text) {
    this.text = text;
    this.at = text.readerIndex();
    this.end = text.writerIndex();
    this.blanksLeft = Math.max(MAX_BLANKS, text.readableBytes());
  }

  /**
   * The buffer's indices stay as they are.
   *
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if one of the classes is denied
   * @throws DubboCodecException if there's too much between a name and its value, or an escaped
   *     character isn't in hexadecimal
   */
  public static void check(ByteBuf text) {
    FastjsonTypes types = null;
    int found = find(text, text.readerIndex());
    while (found >= 0) {
      types = types == null ? new FastjsonTypes(text) : types;
      found = find(text, types.checkAt(found));
    }
  }

  /**
   * The same where a text that is a class's name counts as one, whatever member it's the value of.
   *
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if one of the classes is denied
   * @throws DubboCodecException if an escaped character isn't in hexadecimal
   */
  public static void checkTexts(ByteBuf text) {
    FastjsonTypes types = new FastjsonTypes(text);
    int found = findQuote(text, text.readerIndex());
    while (found >= 0) {
      types.at = found + 1;
      DeniedClasses.checkText(types.name());
      found = findQuote(text, found + 1);
    }
  }

  private static int findQuote(ByteBuf text, int from) {
    return ByteSearch.first(text, from, text.writerIndex(), '"', '\'');
  }

  private static int find(ByteBuf text, int from) {
    return ByteSearch.first(text, from, text.writerIndex(), '@', '\\');
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
        DeniedClasses.checkInFastjson(name());
        DeniedClasses.checkInFastjson(quotedName());
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

  /** The name after any character that is taken for a quote. */
  private String quotedName() {
    int after = at;
    while (after < end && text.getByte(after) < 0) {
      after++;
    }
    at = after == at ? Math.min(end, at + 1) : after;
    return name();
  }

  /** What is at the place where it goes on, and stays there. */
  private String name() {
    int start = at;
    String name = readName();
    at = start;
    return name;
  }

  private String readName() {
    StringBuilder name = new StringBuilder();
    int letter = next();
    while (isOfName(letter) && name.length() < MAX_NAME) {
      name.append((char) letter);
      letter = next();
    }
    return name.toString();
  }

  private static boolean isOfName(int letter) {
    return letter >= 0 && (Character.isJavaIdentifierPart(letter) || ".[];?".indexOf(letter) >= 0);
  }

  private void skipQuote() {
    if (at < end && (text.getByte(at) == '"' || text.getByte(at) == '\'')) {
      at++;
    }
  }

  private void skipBlanks() {
    int start = at;
    int most = Math.min(end, at + MAX_BLANKS);
    while (at < end) {
      if (at >= most && most < end) {
        throw new DubboCodecException(
            "byte %d: more than %d bytes between @type and its value".formatted(at, MAX_BLANKS));
      }
      if (text.getByte(at) == '/') {
        skipComment(most);
      } else if (isBlank(text.getByte(at))) {
        at++;
      } else {
        break;
      }
    }
    blanksLeft -= at - start;
    if (blanksLeft < 0) {
      throw new DubboCodecException(
          "byte %d: comments with @type in them between @type and its value".formatted(at));
    }
  }

  private static boolean isBlank(byte letter) {
    return letter >= 0 && letter <= ' ' || letter == DELETE;
  }

  private void skipComment(int most) {
    boolean isLine = at + 1 < end && text.getByte(at + 1) == '/';
    at = Math.min(end, at + (isLine ? 2 : 3)); // the star that opens one doesn't close it
    while (at < most && !(isLine ? text.getByte(at) == '\n' : endsComment())) {
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

  /** fastjson makes something of other digits too, and of other characters. */
  private int hexadecimal(int digits) {
    if (digits > end - at) {
      throw new DubboCodecException("it ends inside of an escaped character");
    }
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = Character.digit(text.getByte(at), HEXADECIMAL);
      if (digit < 0) {
        throw new DubboCodecException(
            "byte %d: an escaped character that isn't in hexadecimal".formatted(at));
      }
      at++;
      value = value << 4 | digit;
    }
    return value;
  }
}
