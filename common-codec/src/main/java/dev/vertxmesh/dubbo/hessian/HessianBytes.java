package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.ByteSearch;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

/**
 * What runs through hessian2's values: strings and binaries, in one chunk or many, and the ints
 * that lengths and numbers are. The tags are in {@link HessianItems}.
 */
final class HessianBytes {

  private HessianBytes() {}

  /** A string or a binary of one chunk with a short length. */
  static void skipText(ByteBuf in, int tag) {
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
  static int skipLong(ByteBuf in, int first) {
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

  static boolean isString(int tag) {
    return tag <= 0x1f || tag >= 0x30 && tag <= 0x33 || tag == 'R' || tag == 'S';
  }

  private static boolean isBinary(int tag) {
    return tag >= 0x20 && tag <= 0x2f || tag >= 0x34 && tag <= 0x37 || tag == 'A' || tag == 'B';
  }

  static void skipString(ByteBuf in) {
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

  static int readInt(ByteBuf in) {
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

  static DubboCodecException unexpected(ByteBuf in, int at, String expected) {
    return at >= in.writerIndex()
        ? new DubboCodecException("it ends where %s was expected".formatted(expected))
        : new DubboCodecException(
            "byte %d is %02x, expected %s".formatted(at, in.getUnsignedByte(at), expected));
  }
}
