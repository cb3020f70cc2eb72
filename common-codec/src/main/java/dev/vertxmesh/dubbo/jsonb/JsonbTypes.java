package dev.vertxmesh.dubbo.jsonb;

import static dev.vertxmesh.dubbo.jsonb.Jsonb.INT_2_MAX;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.INT_3_MAX;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.INT_MAX;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.INT_MIN;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.STRING_0;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.STRING_GB18030;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.STRING_LATIN1;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.STRING_UTF16;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.STRING_UTF16BE;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.SYMBOL;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.TYPED;
import static dev.vertxmesh.dubbo.jsonb.Jsonb.isInt;

import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.wire.ByteSearch;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

/**
 * Finds what classes a value in JSONB names, without making anything of the rest: wherever a byte
 * may be the tag that a name follows, or the end of the member {@code @type}, it looks whether one
 * does. What isn't a tag there, but a part of a number or a text, hardly goes on like the name of a
 * denied class.
 */
public final class JsonbTypes {

  private static final String TYPE = "@type";

  /** No denied class has a longer name. */
  private static final int MAX_NAME = 512;

  /** fastjson2 knows a short name by its letters as a number, to which these add nothing. */
  private static final int MAX_ZEROS = 3;

  private final ByteBuf in;
  private final int end;

  /** Whether the member {@code @type} may be named by a number from here on. */
  private boolean isNumbered;

  private JsonbTypes(ByteBuf in) {
    this.in = in;
    this.end = in.writerIndex();
  }

  /**
   * The buffer's indices stay as they are.
   *
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if one of the classes is denied
   */
  public static void check(ByteBuf value) {
    int found = find(value, value.readerIndex());
    JsonbTypes types = found < 0 ? null : new JsonbTypes(value);
    while (found >= 0) {
      types.checkAt(found);
      found = find(value, found + 1);
    }
  }

  private static int find(ByteBuf value, int from) {
    return ByteSearch.first(value, from, value.writerIndex(), TYPED, SYMBOL, '@');
  }

  private void checkAt(int found) {
    if (in.getByte(found) != '@') {
      checkString(found + 1);
      if (isNumbered && in.getByte(found) == SYMBOL) {
        checkString(afterInt(found + 1));
      }
    } else if (isType(found, 1)) {
      checkMember(found + TYPE.length());
    } else if (isType(found, 2)) {
      int after = found + 2 * TYPE.length();
      checkMember(after - 1); // the last byte of a character may be its first
      checkMember(after);
    }
  }

  private boolean isType(int found, int stride) {
    for (int i = 0; i < TYPE.length(); i++) {
      int at = found + i * stride;
      if (at >= end || in.getByte(at) != TYPE.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The value after the member's name, which may be followed by the number that it's known by. */
  private void checkMember(int start) {
    int at = start;
    int most = Math.min(end, start + MAX_ZEROS);
    checkNumbered(at);
    while (at < most && in.getByte(at) == 0) {
      at++;
      checkNumbered(at);
    }
  }

  private void checkNumbered(int at) {
    checkString(at);
    int after = afterInt(at);
    isNumbered |= after > at;
    checkString(after);
  }

  /** The same place, if no whole number is there. */
  private int afterInt(int at) {
    int tag = at < end ? in.getUnsignedByte(at) : STRING_0;
    if (!isInt(tag)) {
      return at;
    } else if (tag >= INT_MIN || tag <= INT_MAX) {
      return at + 1;
    } else if (tag <= INT_2_MAX) {
      return at + 2;
    }
    return at + (tag <= INT_3_MAX ? 3 : 1 + Integer.BYTES);
  }

  private void checkString(int start) {
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
