package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.ByteSearch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * Writes hessian2's simple values straight into a buffer, as hessian-lite's {@code Hessian2Output}
 * would: the tests compare the bytes.
 *
 * <p>A string's length counts UTF-16 units, and each unit is encoded by itself, a surrogate pair as
 * two sequences of three bytes. The one difference: minus zero keeps its sign here.
 */
public final class HessianWriter {

  /** A longer string goes in chunks of at most so many UTF-16 units. */
  static final int CHUNK = 0x8000;

  private HessianWriter() {}

  public static void writeNull(ByteBuf out) {
    out.writeByte('N');
  }

  public static void writeBoolean(ByteBuf out, boolean value) {
    out.writeByte(value ? 'T' : 'F');
  }

  public static void writeInt(ByteBuf out, int value) {
    if (value >= -0x10 && value <= 0x2f) {
      out.writeByte(0x90 + value);
    } else if (value >= -0x800 && value <= 0x7ff) {
      out.writeShort((0xc8 << 8) + value);
    } else if (value >= -0x40000 && value <= 0x3ffff) {
      out.writeMedium((0xd4 << 16) + value);
    } else {
      out.writeByte('I').writeInt(value);
    }
  }

  public static void writeLong(ByteBuf out, long value) {
    if (value >= -0x08 && value <= 0x0f) {
      out.writeByte(0xe0 + (int) value);
    } else if (value >= -0x800 && value <= 0x7ff) {
      out.writeShort((0xf8 << 8) + (int) value);
    } else if (value >= -0x40000 && value <= 0x3ffff) {
      out.writeMedium((0x3c << 16) + (int) value);
    } else if (value == (int) value) {
      out.writeByte(0x59).writeInt((int) value);
    } else {
      out.writeByte('L').writeLong(value);
    }
  }

  public static void writeDouble(ByteBuf out, double value) {
    int whole = (int) value;
    int thousandths = (int) (value * 1000);
    if (whole == value && whole == (short) whole && !isMinusZero(value)) {
      writeSmallDouble(out, whole);
    } else if (0.001 * thousandths == value && !isMinusZero(value)) {
      out.writeByte(0x5f).writeInt(thousandths);
    } else {
      out.writeByte('D').writeLong(Double.doubleToLongBits(value));
    }
  }

  private static boolean isMinusZero(double value) {
    return value == 0 && 1 / value < 0;
  }

  private static void writeSmallDouble(ByteBuf out, int value) {
    if (value == 0 || value == 1) {
      out.writeByte(0x5b + value);
    } else if (value == (byte) value) {
      out.writeByte(0x5d).writeByte(value);
    } else {
      out.writeByte(0x5e).writeShort(value);
    }
  }

  /** Writes a string, or null. */
  public static void writeString(ByteBuf out, CharSequence value) {
    if (value == null) {
      writeNull(out);
      return;
    }
    int at = 0;
    int left = value.length();
    while (left > CHUNK) {
      int units = Character.isHighSurrogate(value.charAt(at + CHUNK - 1)) ? CHUNK - 1 : CHUNK;
      out.writeByte('R').writeShort(units);
      writeUnits(out, value, at, units);
      at += units;
      left -= units;
    }
    writeLastLength(out, left);
    writeUnits(out, value, at, left);
  }

  /**
   * Writes the readable bytes, which are a string in ASCII, without making a string of them.
   *
   * @return false, with nothing written, if they aren't all ASCII
   */
  public static boolean writeAscii(ByteBuf out, ByteBuf ascii) {
    if (ByteSearch.firstWide(ascii, ascii.readerIndex(), ascii.writerIndex()) >= 0) {
      return false;
    }
    int at = ascii.readerIndex();
    int left = ascii.readableBytes();
    for (; left > CHUNK; left -= CHUNK, at += CHUNK) {
      out.writeByte('R').writeShort(CHUNK).writeBytes(ascii, at, CHUNK);
    }
    writeLastLength(out, left);
    out.writeBytes(ascii, at, left);
    return true;
  }

  private static void writeLastLength(ByteBuf out, int units) {
    if (units <= 0x1f) {
      out.writeByte(units);
    } else if (units <= 0x3ff) {
      out.writeShort((0x30 << 8) + units);
    } else {
      out.writeByte('S').writeShort(units);
    }
  }

  private static void writeUnits(ByteBuf out, CharSequence value, int from, int units) {
    int to = from + units;
    for (int i = from; i < to; i++) {
      if (Character.isSurrogate(value.charAt(i))) {
        writeEachUnit(out, value, from, to);
        return;
      }
    }
    ByteBufUtil.writeUtf8(out, value, from, to);
  }

  private static void writeEachUnit(ByteBuf out, CharSequence value, int from, int to) {
    for (int i = from; i < to; i++) {
      char unit = value.charAt(i);
      if (unit < 0x80) {
        out.writeByte(unit);
      } else if (unit < 0x800) {
        out.writeShort((0xc0 | unit >> 6) << 8 | 0x80 | unit & 0x3f);
      } else {
        int low = (0x80 | unit >> 6 & 0x3f) << 8 | 0x80 | unit & 0x3f;
        out.writeMedium((0xe0 | unit >> 12) << 16 | low);
      }
    }
  }
}
