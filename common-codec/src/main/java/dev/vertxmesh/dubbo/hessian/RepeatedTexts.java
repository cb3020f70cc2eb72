package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.text.KnownTexts;
import io.netty.buffer.ByteBuf;

/** Short texts of ASCII in one chunk, as names are, of which most were there before. */
final class RepeatedTexts {

  private static final int NOT_SHORT = -1;

  private final KnownTexts texts = new KnownTexts();

  /** Reads one that was remembered; null for anything else, of which nothing is read. */
  String read(ByteBuf in) {
    int at = in.readerIndex();
    int units = units(in, at);
    if (units == NOT_SHORT) {
      return null;
    }
    int first = first(in, at);
    if (in.writerIndex() - first < units) {
      return null;
    }
    String text = texts.get(in, first, units);
    if (text != null) {
      in.readerIndex(first + units);
    }
    return text;
  }

  /**
   * Remembers what was just read, if it's one of them: in ASCII each unit is a byte.
   *
   * @param at where it begins
   * @param text null if it wasn't one
   */
  void remember(ByteBuf in, int at, String text) {
    if (text == null || units(in, at) != text.length()) {
      return;
    }
    int first = first(in, at);
    if (in.readerIndex() - first == text.length()) {
      texts.put(in, first, text.length(), text);
    }
  }

  /** How long the text is that begins here. */
  private static int units(ByteBuf in, int at) {
    if (in.writerIndex() - at < 2) {
      return NOT_SHORT;
    }
    int tag = in.getUnsignedByte(at);
    if (tag <= 0x1f) {
      return tag;
    }
    return tag >= 0x30 && tag <= 0x33 ? (tag - 0x30 << 8) + in.getUnsignedByte(at + 1) : NOT_SHORT;
  }

  private static int first(ByteBuf in, int at) {
    return in.getUnsignedByte(at) <= 0x1f ? at + 1 : at + 2;
  }
}
