package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Jsonb.STRING_0;
import static dev.vertxmesh.dubbo.Jsonb.STRING_GB18030;
import static dev.vertxmesh.dubbo.Jsonb.STRING_LATIN1;
import static dev.vertxmesh.dubbo.Jsonb.STRING_UTF16;
import static dev.vertxmesh.dubbo.Jsonb.STRING_UTF16BE;
import static dev.vertxmesh.dubbo.Jsonb.SYMBOL;
import static dev.vertxmesh.dubbo.Jsonb.TYPED;
import static dev.vertxmesh.dubbo.Jsonb.isInt;

import io.netty.buffer.ByteBuf;

/**
 * Finds what classes a value in JSONB names, without making anything of the rest: wherever a byte
 * may be the tag that a name follows, or the end of the member {@code @type}, it looks whether one
 * does. What isn't a tag there, but a part of a number or a text, hardly goes on like the name of a
 * denied class.
 */
final class JsonbTypes {

  private static final String TYPE = "@type";

  /** No denied class has a longer name. */
  private static final int MAX_NAME = 512;

  private JsonbTypes() {}

  /**
   * The buffer's indices stay as they are.
   *
   * @throws DeniedClassException if one of the classes is denied
   */
  static void check(ByteBuf value) {
    int end = value.writerIndex();
    int found = ByteSearch.first(value, value.readerIndex(), end, TYPED, SYMBOL, '@');
    while (found >= 0) {
      checkAt(value, found, end);
      found = ByteSearch.first(value, found + 1, end, TYPED, SYMBOL, '@');
    }
  }

  private static void checkAt(ByteBuf in, int found, int end) {
    if (in.getByte(found) != '@') {
      checkString(in, found + 1, end);
    } else if (isType(in, found, end, 1)) {
      checkMember(in, found + TYPE.length(), end);
    } else if (isType(in, found, end, 2)) {
      int after = found + 2 * TYPE.length();
      checkMember(in, after - 1, end); // the last byte of a character may be its first
      checkMember(in, after, end);
    }
  }

  private static boolean isType(ByteBuf in, int found, int end, int stride) {
    for (int i = 0; i < TYPE.length(); i++) {
      int at = found + i * stride;
      if (at >= end || in.getByte(at) != TYPE.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The value after the member's name, which may be followed by the number that it's known by. */
  private static void checkMember(ByteBuf in, int at, int end) {
    checkString(in, at, end);
    if (at < end && isInt(in.getUnsignedByte(at))) {
      checkString(in, at + 1, end);
    }
  }

  private static void checkString(ByteBuf in, int start, int end) {
    boolean isSymbol = start < end && in.getUnsignedByte(start) == SYMBOL;
    int at = isSymbol ? start + 1 : start;
    int tag = at < end ? in.getUnsignedByte(at) : 0;
    if (tag < STRING_0 || tag > STRING_GB18030) {
      return;
    } else if (tag < STRING_LATIN1) {
      int length = Math.min(tag - STRING_0, end - at - 1);
      DeniedClasses.check(in, at + 1, length, 1);
      return;
    }
    ByteBuf rest = in.slice(at + 1, end - at - 1);
    int length = length(rest);
    if (tag < STRING_UTF16 || tag > STRING_UTF16BE) {
      DeniedClasses.check(rest, rest.readerIndex(), length, 1);
      return;
    }
    for (int skipped = 0; skipped < 4 && skipped < length; skipped++) { // a mark may come first
      int units = (length - skipped) / 2;
      DeniedClasses.check(rest, rest.readerIndex() + skipped, units, 2);
    }
  }

  /** Of a name that follows its own length, as far as it's there. */
  private static int length(ByteBuf in) {
    try {
      int length = new JsonbScalars(in).readLength();
      return Math.min(MAX_NAME, Math.min(length, in.readableBytes()));
    } catch (DubboCodecException | IndexOutOfBoundsException e) {
      return 0;
    }
  }
}
