package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * A body in hessian2. Values are stepped over tag by tag without recursion: how many are still due
 * is a count, and only lists and maps that run to a {@code Z} need a place on a stack. So an object
 * may hold another as deep as it likes, and nothing is allocated but for room that is kept. Of
 * classes only the names are looked at.
 *
 * <pre>
 * 00-1f 30-33 R S       string      20-2f 34-37 A B   binary      N T F          null, truth
 * 80-d7 I               int         d8-ff 38-3f 59 L  long        5b-5f D        double
 * 4a 4b                 date        51 int            a value that was there before
 * 43 string int string* a class: name and fields; the value that it was written for follows
 * 60-6f, 4f int         an object: as many values as its class has fields
 * 70-77 type, 56 type int, 78-7f, 58 int      a list of so many values
 * 55 type, 57, 4d type, 48                    a list or a map; values up to Z
 * </pre>
 */
final class HessianItems extends BodyItems {

  /** Lists without a length and maps, one in the other. */
  static final int MAX_DEPTH = 512;

  private static final int MAX_CLASSES = 1 << 16;
  private static final int FIRST_ROOM = 16;
  private static final int UP_TO_Z = -1;

  private int[] fields = new int[FIRST_ROOM];
  private int classes;
  private boolean textsAreNames;
  private final long[] outer = new long[MAX_DEPTH];

  /** Classes are numbered through a body. */
  @Override
  void begin() {
    classes = 0;
    textsAreNames = false;
  }

  @Override
  void takeTextsForNames() {
    textsAreNames = true;
  }

  @Override
  String readString(ByteBuf in) {
    int at = in.readerIndex();
    Object value = HessianScalars.read(in);
    if (value != null && !(value instanceof String)) {
      throw unexpected(in, at, "a string");
    }
    return (String) value;
  }

  @Override
  void skip(ByteBuf in) {
    long due = 1;
    int depth = 0;
    while (true) {
      if (due == 0 && depth == 0) {
        return;
      } else if (due == 0 && in.getByte(in.readerIndex()) == 'Z') {
        in.skipBytes(1);
        due = outer[--depth];
      } else {
        int more = skipOne(in);
        due = Math.max(due, 1) - 1; // in a list up to Z no value was due
        if (more == UP_TO_Z) {
          if (depth == MAX_DEPTH) {
            throw new DubboCodecException(
                "lists and maps are nested more than " + MAX_DEPTH + " deep");
          }
          outer[depth++] = due;
          due = 0;
        } else {
          due += more;
        }
      }
    }
  }

  @Override
  void readEntries(ByteBuf in, Entries entries) {
    int tag = in.getByte(in.readerIndex());
    if (tag != 'H' && tag != 'M') {
      skip(in);
      return;
    }
    in.skipBytes(1);
    if (tag == 'M') {
      skipType(in);
    }
    while (in.getByte(in.readerIndex()) != 'Z') {
      readEntry(in, entries);
    }
    in.skipBytes(1);
  }

  private void readEntry(ByteBuf in, Entries entries) {
    Object name = HessianScalars.read(in);
    if (name == HessianScalars.NOT_SIMPLE) {
      skip(in);
    }
    if (!(name instanceof String text) || !entries.wants(text)) {
      skip(in);
      return;
    }
    Object value = HessianScalars.read(in);
    if (value == HessianScalars.NOT_SIMPLE) {
      skip(in);
    } else if (value instanceof String || value instanceof Number) {
      entries.onEntry(text, value.toString());
    }
  }

  /**
   * Steps over a tag and all that isn't a value of its own.
   *
   * @return how many values belong to it, or {@link #UP_TO_Z}
   */
  private int skipOne(ByteBuf in) {
    int at = in.readerIndex();
    int tag = in.readUnsignedByte();
    if (tag >= 0x80) {
      boolean none = tag <= 0xbf || tag >= 0xd8 && tag <= 0xef;
      return skipBytes(in, none ? 0 : tag >= 0xd0 && tag <= 0xd7 ? 2 : 1);
    } else if (tag >= 0x60) {
      return skipShort(in, tag);
    } else if (tag <= 0x37) {
      skipText(in, tag);
      return isString(tag) ? afterText(in, at) : 0;
    }
    return switch (tag) {
      case 'N', 'T', 'F', 0x5b, 0x5c -> skipBytes(in, 0);
      case 0x5d -> skipBytes(in, 1);
      case 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x5e -> skipBytes(in, 2);
      case 'I', 0x4b, 0x59, 0x5f -> skipBytes(in, 4);
      case 'L', 'D', 0x4a -> skipBytes(in, 8);
      case 'A', 'B' -> skipLong(in, tag);
      case 'R', 'S' -> {
        skipLong(in, tag);
        yield afterText(in, at);
      }
      case 'Q' -> skipReference(in);
      case 'C' -> define(in);
      case 'O' -> fieldsOf(in, readInt(in));
      case 'V' -> typedLength(in);
      case 'X' -> length(in);
      case 'H', 'W' -> UP_TO_Z;
      case 'M', 'U' -> typedUpToEnd(in);
      default -> throw unexpected(in, at, "a value");
    };
  }

  private int afterText(ByteBuf in, int start) {
    if (textsAreNames) {
      HessianNames.checkText(in, start, in.readerIndex());
    }
    return 0;
  }

  /** Objects of the first 16 classes, and lists of up to seven values. */
  private int skipShort(ByteBuf in, int tag) {
    if (tag < 0x70) {
      return fieldsOf(in, tag - 0x60);
    } else if (tag < 0x78) {
      skipType(in);
    }
    return tag & 7;
  }

  private static int skipBytes(ByteBuf in, int count) {
    in.skipBytes(count);
    return 0;
  }

  private static int skipReference(ByteBuf in) {
    readInt(in);
    return 0;
  }

  /** A string or a binary of one chunk with a short length. */
  private static void skipText(ByteBuf in, int tag) {
    if (tag <= 0x1f) {
      skipUnits(in, tag);
    } else if (tag <= 0x2f) {
      in.skipBytes(tag - 0x20);
    } else if (tag <= 0x33) {
      skipUnits(in, (tag - 0x30 << 8) + in.readUnsignedByte());
    } else {
      in.skipBytes((tag - 0x34 << 8) + in.readUnsignedByte());
    }
  }

  /** A string or a binary in chunks, or one whose length takes two bytes. */
  private static int skipLong(ByteBuf in, int first) {
    int tag = first;
    while (tag == 'R' || tag == 'A') {
      skipChunk(in, tag);
      tag = in.readUnsignedByte();
      if (first == 'R' ? !isString(tag) : !isBinary(tag)) {
        throw unexpected(in, in.readerIndex() - 1, "the next chunk");
      }
    }
    if (tag == 'S' || tag == 'B') {
      skipChunk(in, tag);
    } else {
      skipText(in, tag);
    }
    return 0;
  }

  private static void skipChunk(ByteBuf in, int tag) {
    int length = in.readUnsignedShort();
    if (tag == 'R' || tag == 'S') {
      skipUnits(in, length);
    } else {
      in.skipBytes(length);
    }
  }

  /** A string's length counts UTF-16 units, of which each has one to three bytes. */
  private static void skipUnits(ByteBuf in, int units) {
    int start = in.readerIndex();
    if (units > in.readableBytes()) {
      throw new IndexOutOfBoundsException();
    }
    int wide = ByteSearch.firstWide(in, start, start + units);
    if (wide < 0) {
      in.skipBytes(units);
      return;
    }
    in.readerIndex(wide);
    for (int left = units - (wide - start); left > 0; left--) {
      int first = in.readByte();
      if (first < 0) {
        boolean two = (first & 0xe0) == 0xc0;
        if (!two && (first & 0xf0) != 0xe0) {
          throw unexpected(in, in.readerIndex() - 1, "UTF-8");
        }
        in.skipBytes(two ? 1 : 2);
      }
    }
  }

  /** The value that a class was written for follows it. */
  private int define(ByteBuf in) {
    skipClassName(in);
    int count = length(in);
    for (int i = 0; i < count; i++) {
      skipString(in);
    }
    if (classes == fields.length) {
      if (classes == MAX_CLASSES) {
        throw new DubboCodecException("more than " + MAX_CLASSES + " classes");
      }
      fields = Arrays.copyOf(fields, 2 * classes);
    }
    fields[classes++] = count;
    return 1;
  }

  private int fieldsOf(ByteBuf in, int number) {
    if (number < 0 || number >= classes) {
      throw new DubboCodecException(
          "byte %d: an object of class %d, of %d".formatted(in.readerIndex(), number, classes));
    }
    return fields[number];
  }

  private static int typedLength(ByteBuf in) {
    skipType(in);
    return length(in);
  }

  private static int typedUpToEnd(ByteBuf in) {
    skipType(in);
    return UP_TO_Z;
  }

  /** How many values or names follow, each of which has a byte at least. */
  private static int length(ByteBuf in) {
    int at = in.readerIndex();
    int length = readInt(in);
    if (length < 0 || length > in.readableBytes()) {
      throw new DubboCodecException("byte %d: a length of %d".formatted(at, length));
    }
    return length;
  }

  /** A type is a name, or the number of one that was there before. */
  private static void skipType(ByteBuf in) {
    int tag = in.getUnsignedByte(in.readerIndex());
    if (isString(tag)) {
      skipClassName(in);
    } else {
      readInt(in);
    }
  }

  private static void skipClassName(ByteBuf in) {
    int start = in.readerIndex();
    skipString(in);
    HessianNames.check(in, start, in.readerIndex());
  }

  private static boolean isString(int tag) {
    return tag <= 0x1f || tag >= 0x30 && tag <= 0x33 || tag == 'R' || tag == 'S';
  }

  private static boolean isBinary(int tag) {
    return tag >= 0x20 && tag <= 0x2f || tag >= 0x34 && tag <= 0x37 || tag == 'A' || tag == 'B';
  }

  private static void skipString(ByteBuf in) {
    int at = in.readerIndex();
    int tag = in.readUnsignedByte();
    if (!isString(tag)) {
      throw unexpected(in, at, "a name");
    } else if (tag <= 0x33) {
      skipText(in, tag);
    } else {
      skipLong(in, tag);
    }
  }

  private static int readInt(ByteBuf in) {
    int at = in.readerIndex();
    int tag = in.readUnsignedByte();
    if (tag >= 0x80 && tag <= 0xbf) {
      return tag - 0x90;
    } else if (tag >= 0xc0 && tag <= 0xcf) {
      return (tag - 0xc8 << 8) + in.readUnsignedByte();
    } else if (tag >= 0xd0 && tag <= 0xd7) {
      return (tag - 0xd4 << 16) + in.readUnsignedShort();
    } else if (tag == 'I') {
      return in.readInt();
    }
    throw unexpected(in, at, "an int");
  }

  private static DubboCodecException unexpected(ByteBuf in, int at, String expected) {
    return at >= in.writerIndex()
        ? new DubboCodecException("it ends where %s was expected".formatted(expected))
        : new DubboCodecException(
            "byte %d is %02x, expected %s".formatted(at, in.getUnsignedByte(at), expected));
  }
}
