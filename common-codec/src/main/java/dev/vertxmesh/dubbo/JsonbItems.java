package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * A body in serialization 23: each item a length in four bytes, and then fastjson2's JSONB.
 *
 * <pre>
 * 49-78       string of 0 to 47 bytes, latin1     79 int  latin1      7a int  UTF-8
 * 7b int      UTF-16 with a byte order mark       7c int  UTF-16LE    7d int  UTF-16BE
 * f0-ff 00-2f 30-3f 40-47 48                      an int of 1, 1, 2, 3 and 5 bytes
 * d8-ef c8-d7 c0-c7 bf be                         a long of 1, 2, 3, 5 and 9 bytes
 * a6 (name value)* a5                             an object
 * 92 string int, 92 int                           the type of the value that follows
 * 7f string int, 7f int                           a name and its number, or its number
 * 94-a3, a4 int                                   an array of so many values
 * af b0 b1    null, false, true
 * </pre>
 */
final class JsonbItems extends BodyItems {

  private static final int MAX_DEPTH = 512;
  private static final int SHORT = 0x49;
  private static final int LATIN1 = 0x79;
  private static final int UTF_8 = 0x7a;
  private static final int LAST_STRING = 0x7e;
  private static final int SYMBOL = 0x7f;
  private static final int TYPED = 0x92;
  private static final int OBJECT_END = 0xa5;
  private static final int OBJECT = 0xa6;
  private static final int NULL = 0xaf;
  private static final int MAX_SHORT = LATIN1 - SHORT - 1;

  @Override
  String readString(ByteBuf in) {
    ByteBuf item = in.readSlice(CountedItem.length(in));
    String text = text(item);
    if (text == null && item.readUnsignedByte() != NULL) {
      throw unexpected(item, item.readerIndex() - 1, "a string");
    }
    return text;
  }

  @Override
  void skip(ByteBuf in) {
    in.skipBytes(CountedItem.length(in));
  }

  @Override
  void readEntries(ByteBuf in, Entries entries) {
    ByteBuf item = in.readSlice(CountedItem.length(in));
    if (peek(item) == TYPED) {
      skipNumbered(item);
    }
    if (item.readUnsignedByte() != OBJECT) {
      return;
    }
    while (peek(item) != OBJECT_END) {
      readEntry(item, entries);
    }
  }

  private static void readEntry(ByteBuf in, Entries entries) {
    String name = text(in);
    if (name == null) {
      skipValue(in, 0);
    }
    if (name == null || !entries.wants(name)) {
      skipValue(in, 0);
      return;
    }
    String value = text(in);
    if (value == null && isWhole(peek(in))) {
      value = Long.toString(readWhole(in));
    }
    if (value == null) {
      skipValue(in, 0);
    } else {
      entries.onEntry(name, value);
    }
  }

  @Override
  void writeString(ByteBuf out, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    boolean ascii = utf8.length == text.length();
    if (ascii && utf8.length <= MAX_SHORT) {
      out.writeInt(1 + utf8.length).writeByte(SHORT + utf8.length);
    } else {
      out.writeInt(6 + utf8.length).writeByte(ascii ? LATIN1 : UTF_8);
      out.writeByte(0x48).writeInt(utf8.length);
    }
    out.writeBytes(utf8);
  }

  private static int peek(ByteBuf in) {
    return in.getUnsignedByte(in.readerIndex());
  }

  private static boolean isString(int tag) {
    return tag >= SHORT && tag <= LAST_STRING;
  }

  /** Reads a string; null, with nothing read, if it isn't one. */
  private static String text(ByteBuf in) {
    if (!isString(peek(in))) {
      return null;
    }
    int tag = in.readUnsignedByte();
    int length = tag < LATIN1 ? tag - SHORT : length(in);
    String text = in.toString(in.readerIndex(), length, charset(tag));
    in.skipBytes(length);
    return text;
  }

  private static Charset charset(int tag) {
    return switch (tag) {
      case UTF_8 -> StandardCharsets.UTF_8;
      case 0x7b -> StandardCharsets.UTF_16;
      case 0x7c -> StandardCharsets.UTF_16LE;
      case 0x7d -> StandardCharsets.UTF_16BE;
      case LAST_STRING -> Charset.forName("GB18030");
      default -> StandardCharsets.ISO_8859_1;
    };
  }

  private static int length(ByteBuf in) {
    int at = in.readerIndex();
    long length = isInt(peek(in)) ? readWhole(in) : -1;
    if (length < 0 || length > in.readableBytes()) {
      throw unexpected(in, at, "a length up to " + in.readableBytes());
    }
    return (int) length;
  }

  private static boolean isInt(int tag) {
    return tag >= 0xf0 || tag <= 0x48;
  }

  private static boolean isWhole(int tag) {
    return isInt(tag) || tag >= 0xbc;
  }

  private static long readWhole(ByteBuf in) {
    int tag = in.readUnsignedByte();
    if (tag >= 0xd8) {
      return tag >= 0xf0 ? (byte) tag : tag - 0xe0;
    } else if (tag <= 0x2f) {
      return tag;
    } else if (tag <= 0x48) {
      return tag == 0x48 ? in.readInt() : tag >= 0x40 ? three(in, tag - 0x44) : two(in, tag - 0x38);
    } else if (tag >= 0xc0) {
      return tag >= 0xc8 ? two(in, tag - 0xd0) : three(in, tag - 0xc4);
    }
    return switch (tag) {
      case 0xbc -> in.readShort();
      case 0xbd -> in.readByte();
      case 0xbe -> in.readLong();
      default -> in.readInt();
    };
  }

  private static long two(ByteBuf in, int high) {
    return ((long) high << 8) + in.readUnsignedByte();
  }

  private static long three(ByteBuf in, int high) {
    return ((long) high << 16) + in.readUnsignedShort();
  }

  /** A type or a symbol: a name and its number, or the number of one that was there before. */
  private static void skipNumbered(ByteBuf in) {
    in.skipBytes(1);
    skipString(in);
    if (isInt(peek(in))) {
      readWhole(in);
    }
  }

  private static void skipString(ByteBuf in) {
    if (isString(peek(in))) {
      int tag = in.readUnsignedByte();
      in.skipBytes(tag < LATIN1 ? tag - SHORT : length(in));
    }
  }

  private static void skipValue(ByteBuf in, int depth) {
    if (depth > MAX_DEPTH) {
      throw new DubboCodecException("values are nested more than " + MAX_DEPTH + " deep");
    }
    int tag = peek(in);
    if (isString(tag)) {
      skipString(in);
    } else if (isWhole(tag)) {
      readWhole(in);
    } else if (tag == SYMBOL) {
      skipNumbered(in);
    } else if (tag == TYPED) {
      skipNumbered(in);
      skipValue(in, depth + 1);
    } else {
      in.skipBytes(1);
      skipOther(in, tag, depth);
    }
  }

  private static void skipOther(ByteBuf in, int tag, int depth) {
    switch (tag) {
      case NULL, 0xb0, 0xb1, 0xb2, 0xb3 -> {}
      case OBJECT -> {
        while (peek(in) != OBJECT_END) {
          skipValue(in, depth + 1);
        }
        in.skipBytes(1);
      }
      case 0x90, 0xb4, 0xb6, 0xb8, 0xba, 0x93 -> skipValue(in, depth + 1);
      case 0x91, 0xbb -> in.skipBytes(length(in));
      case 0xb9 -> {
        readWhole(in);
        skipValue(in, depth + 1);
      }
      case 0xa7, 0xa8, 0xaa -> {
        in.skipBytes(tag == 0xa7 ? 3 : 7);
        readWhole(in);
        if (tag == 0xaa) {
          skipValue(in, depth + 1);
        }
      }
      case 0xa9, 0xac, 0xad, 0xb7 -> in.skipBytes(4);
      case 0xab, 0xb5 -> in.skipBytes(8);
      case 0xae -> {
        readWhole(in);
        readWhole(in);
      }
      default -> skipArray(in, tag, depth);
    }
  }

  private static void skipArray(ByteBuf in, int tag, int depth) {
    if (tag < 0x94 || tag > 0xa4) {
      throw unexpected(in, in.readerIndex() - 1, "a value");
    }
    int count = tag == 0xa4 ? length(in) : tag - 0x94;
    for (int i = 0; i < count; i++) {
      skipValue(in, depth + 1);
    }
  }

  private static DubboCodecException unexpected(ByteBuf in, int at, String expected) {
    return new DubboCodecException(
        "JSONB byte %d is %02x, expected %s".formatted(at, in.getUnsignedByte(at), expected));
  }
}
