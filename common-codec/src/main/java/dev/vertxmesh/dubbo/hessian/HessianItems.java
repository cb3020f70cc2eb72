package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.BodyItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

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
public final class HessianItems extends BodyItems {

  /** Lists without a length and maps, one in the other. */
  static final int MAX_DEPTH = 512;

  private static final int UP_TO_Z = -1;

  private final HessianTables tables = new HessianTables();
  private final RepeatedTexts texts = new RepeatedTexts();
  private boolean textsAreNames;

  /** Whether a value said of what class or type it is. */
  private boolean namesSeen;

  private final long[] outer = new long[MAX_DEPTH];

  @Override
  public void begin() {
    tables.clear();
    textsAreNames = false;
  }

  @Override
  public void takeTextsForNames() {
    textsAreNames = true;
  }

  @Override
  public String readString(ByteBuf in) {
    String known = texts.read(in);
    if (known != null) {
      return known;
    }
    int at = in.readerIndex();
    Object value = HessianScalars.read(in);
    if (value != null && !(value instanceof String)) {
      throw HessianBytes.unexpected(in, at, "a string");
    }
    texts.remember(in, at, (String) value);
    return (String) value;
  }

  @Override
  public void skip(ByteBuf in) {
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
  public boolean skipArguments(ByteBuf in, String descriptor, int count) {
    boolean isSure = true;
    int type = 0;
    namesSeen = false;
    for (int i = 0; i < count; i++) {
      isSure &= HessianShapes.isSurelyRead(descriptor, type, in.getUnsignedByte(in.readerIndex()));
      type = HessianShapes.next(descriptor, type);
      skip(in);
    }
    return !isSure || namesSeen;
  }

  @Override
  public void checkStrays(ByteBuf in, int from, boolean ofGenericCall) {
    HessianClassScan.check(in, from, ofGenericCall);
  }

  /**
   * What the real library takes for a map's entries is more than is read here: a map that was there
   * before, an object of a class that is a map, a class whose keys are what it makes of them. No
   * consumer writes attachments so; somebody who does has something to hide.
   */
  @Override
  public void readEntries(ByteBuf in, Entries entries) {
    int at = in.readerIndex();
    int tag = in.readByte();
    if (tag == 'N') {
      return;
    } else if (tag == 'M') {
      checkMap(in);
    } else if (tag != 'H') {
      throw HessianBytes.unexpected(in, at, "a map of attachments");
    }
    while (in.getByte(in.readerIndex()) != 'Z') {
      readEntry(in, entries);
    }
    in.skipBytes(1);
  }

  private void readEntry(ByteBuf in, Entries entries) {
    int at = in.readerIndex();
    String name = name(in);
    if (name == null) {
      throw HessianBytes.unexpected(in, at, "an attachment's name");
    } else if (!entries.wants(name, in.readerIndex())) {
      skip(in);
      return;
    }
    Object value = texts.read(in); // such as the path, which the body has, too
    if (value == null) {
      value = HessianText.read(in);
    }
    if (value == HessianText.TOO_LONG) {
      throw new DubboCodecException("attachment %s: its value is too long".formatted(name));
    } else if (value == null) {
      value = HessianScalars.read(in);
    }
    if (value == HessianScalars.NOT_SIMPLE) {
      skip(in);
    }
    entries.onEntry(name, value);
  }

  private String name(ByteBuf in) {
    String known = texts.read(in);
    if (known != null) {
      return known;
    }
    int at = in.readerIndex();
    String name = HessianText.read(in);
    texts.remember(in, at, name);
    return name;
  }

  /** One of the JDK's, which keep a name as it is. */
  private void checkMap(ByteBuf in) {
    int at = in.readerIndex();
    int start = skipType(in);
    if (!HessianNames.isOfJdk(in, start)) {
      throw new DubboCodecException(
          "byte %d: attachments in a map that isn't the JDK's".formatted(at));
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
      HessianBytes.skipText(in, tag);
      return HessianBytes.isString(tag) ? afterText(in, at) : 0;
    }
    return switch (tag) {
      case 'N', 'T', 'F', 0x5b, 0x5c -> skipBytes(in, 0);
      case 0x5d -> skipBytes(in, 1);
      case 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x5e -> skipBytes(in, 2);
      case 'I', 0x4b, 0x59, 0x5f -> skipBytes(in, 4);
      case 'L', 'D', 0x4a -> skipBytes(in, 8);
      case 'A', 'B' -> HessianBytes.skipLong(in, tag);
      case 'R', 'S' -> {
        HessianBytes.skipLong(in, tag);
        yield afterText(in, at);
      }
      case 'Q' -> skipReference(in);
      case 'C' -> define(in);
      case 'O' -> tables.fieldsOf(HessianBytes.readInt(in), in);
      case 'V' -> typedLength(in);
      case 'X' -> length(in);
      case 'H', 'W' -> UP_TO_Z;
      case 'M', 'U' -> typedUpToEnd(in);
      default -> throw HessianBytes.unexpected(in, at, "a value");
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
      return tables.fieldsOf(tag - 0x60, in);
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
    HessianBytes.readInt(in);
    return 0;
  }

  /** The value that a class was written for follows it. */
  private int define(ByteBuf in) {
    skipClassName(in);
    int count = length(in);
    for (int i = 0; i < count; i++) {
      HessianBytes.skipString(in);
    }
    tables.addClass(count);
    return 1;
  }

  private int typedLength(ByteBuf in) {
    skipType(in);
    return length(in);
  }

  private int typedUpToEnd(ByteBuf in) {
    skipType(in);
    return UP_TO_Z;
  }

  /** How many values or names follow, each of which has a byte at least. */
  private static int length(ByteBuf in) {
    int at = in.readerIndex();
    int length = HessianBytes.readInt(in);
    if (length < 0 || length > in.readableBytes()) {
      throw new DubboCodecException("byte %d: a length of %d".formatted(at, length));
    }
    return length;
  }

  /**
   * A type is a name, or the number of one that was there before.
   *
   * @return where its name starts
   */
  private int skipType(ByteBuf in) {
    namesSeen = true;
    int at = in.readerIndex();
    if (HessianBytes.isString(in.getUnsignedByte(at))) {
      skipClassName(in);
      tables.addType(at);
      return at;
    }
    return tables.startOfType(HessianBytes.readInt(in), at);
  }

  private void skipClassName(ByteBuf in) {
    namesSeen = true;
    int start = in.readerIndex();
    HessianBytes.skipString(in);
    HessianNames.check(in, start, in.readerIndex());
  }
}
