package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

/**
 * Reads a string of hessian2 as the real library does, in however many chunks it comes: how it's
 * cut must not hide a name from a reader that looks for it.
 */
final class HessianText {

  /** What no name that is looked for has: a longer text is stepped over, and answered so. */
  static final String TOO_LONG = new String("(a longer text)");

  /** Chunks may be empty, and so be many. */
  private static final int MOST_UNITS = 1 << 16;

  private HessianText() {}

  /**
   * Reads a text, or steps over it where it's too long to be one that is looked for.
   *
   * @return null where there's another value, of which nothing was read
   * @throws DubboCodecException if it isn't whole
   */
  static String read(ByteBuf in) {
    if (!in.isReadable() || !HessianBytes.isString(in.getUnsignedByte(in.readerIndex()))) {
      return null;
    }
    boolean isLast = isLast(in);
    String text = chunk(in);
    if (isLast) {
      return text;
    }
    StringBuilder all = new StringBuilder(text);
    while (!isLast) {
      isLast = isLast(in);
      String more = chunk(in);
      if (all.length() <= MOST_UNITS) {
        all.append(more);
      }
    }
    return all.length() <= MOST_UNITS ? all.toString() : TOO_LONG;
  }

  private static boolean isLast(ByteBuf in) {
    return in.isReadable() && in.getByte(in.readerIndex()) != 'R';
  }

  private static String chunk(ByteBuf in) {
    Object chunk = HessianScalars.readChunk(in);
    if (chunk instanceof String text) {
      return text;
    }
    throw new DubboCodecException(
        "byte %d: a text that isn't whole or isn't UTF-8".formatted(in.readerIndex()));
  }
}
