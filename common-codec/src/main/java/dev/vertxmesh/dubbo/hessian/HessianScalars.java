package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.ByteSearch;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads hessian2's simple values straight from a buffer: what nearly all results and attachments
 * are. Whatever isn't simple is left where it is, for {@link HessianReader}.
 */
public final class HessianScalars {

  /** The value at the reader's index isn't simple, or isn't all there; nothing was read. */
  public static final Object NOT_SIMPLE = new Object();

  private HessianScalars() {}

  /** Reads null, a Boolean, Integer, Long, Double or String, or answers {@link #NOT_SIMPLE}. */
  public static Object read(ByteBuf in) {
    if (!in.isReadable()) {
      return NOT_SIMPLE;
    }
    int at = in.readerIndex();
    int tag = in.getUnsignedByte(at);
    int payload = payloadBytes(tag);
    if (payload < 0) {
      return readString(in, tag);
    }
    if (in.readableBytes() < 1 + payload) {
      return NOT_SIMPLE;
    }
    in.skipBytes(1 + payload);
    return value(in, tag, at + 1);
  }

  /** Reads a map of strings to simple values; null if it isn't one, and then nothing was read. */
  public static Map<String, Object> readMap(ByteBuf in) {
    int start = in.readerIndex();
    if (in.isReadable() && in.readByte() == 'H') {
      Map<String, Object> map = new LinkedHashMap<>();
      while (in.isReadable() && in.getByte(in.readerIndex()) != 'Z') {
        Object key = read(in);
        Object value = key instanceof String ? read(in) : NOT_SIMPLE;
        if (value == NOT_SIMPLE) {
          in.readerIndex(start);
          return null;
        }
        map.put((String) key, value);
      }
      if (in.isReadable()) {
        in.skipBytes(1);
        return map;
      }
    }
    in.readerIndex(start);
    return null;
  }

  /**
   * How many bytes follow a simple value's tag; negative for what isn't a number, truth or null.
   */
  private static int payloadBytes(int tag) {
    if (tag >= 0x80) {
      return compactPayloadBytes(tag);
    }
    return switch (tag) {
      case 'N', 'T', 'F', 0x5b, 0x5c -> 0;
      case 0x5d -> 1;
      case 0x5e, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f -> 2;
      case 'I', 0x59, 0x5f -> 4;
      case 'L', 'D' -> 8;
      default -> -1;
    };
  }

  private static int compactPayloadBytes(int tag) {
    if (tag <= 0xbf || tag >= 0xd8 && tag <= 0xef) {
      return 0;
    }
    return tag >= 0xd0 && tag <= 0xd7 ? 2 : 1;
  }

  private static Object value(ByteBuf in, int tag, int at) {
    if (tag >= 0x80) {
      return compactValue(in, tag, at);
    }
    return switch (tag) {
      case 'T' -> true;
      case 'F' -> false;
      case 'I' -> in.getInt(at);
      case 'L' -> in.getLong(at);
      case 'D' -> Double.longBitsToDouble(in.getLong(at));
      case 0x59 -> (long) in.getInt(at);
      case 0x5b -> 0.0;
      case 0x5c -> 1.0;
      case 0x5d -> (double) in.getByte(at);
      case 0x5e -> (double) in.getShort(at);
      case 0x5f -> 0.001 * in.getInt(at);
      case 'N' -> null;
      default -> (long) ((tag - 0x3c << 16) + in.getUnsignedShort(at));
    };
  }

  private static Object compactValue(ByteBuf in, int tag, int at) {
    if (tag <= 0xbf) {
      return tag - 0x90;
    } else if (tag <= 0xcf) {
      return (tag - 0xc8 << 8) + in.getUnsignedByte(at);
    } else if (tag <= 0xd7) {
      return (tag - 0xd4 << 16) + in.getUnsignedShort(at);
    } else if (tag <= 0xef) {
      return (long) (tag - 0xe0);
    }
    return (long) ((tag - 0xf8 << 8) + in.getUnsignedByte(at));
  }

  /**
   * Reads a string's chunk, be it the last or not, or answers {@link #NOT_SIMPLE}; its tag tells
   * whether it's the last.
   */
  static Object readChunk(ByteBuf in) {
    boolean isLong = in.readableBytes() >= 3 && in.getByte(in.readerIndex()) == 'R';
    return isLong
        ? readUnits(in, in.readerIndex() + 3, in.getUnsignedShort(in.readerIndex() + 1))
        : in.isReadable() ? readString(in, in.getUnsignedByte(in.readerIndex())) : NOT_SIMPLE;
  }

  /** A string of one chunk. */
  private static Object readString(ByteBuf in, int tag) {
    int at = in.readerIndex();
    boolean lengthIsThere = tag <= 0x1f || in.readableBytes() >= (tag == 'S' ? 3 : 2);
    if (!lengthIsThere) {
      return NOT_SIMPLE;
    }
    if (tag <= 0x1f) {
      return readUnits(in, at + 1, tag);
    } else if (tag >= 0x30 && tag <= 0x33) {
      return readUnits(in, at + 2, (tag - 0x30 << 8) + in.getUnsignedByte(at + 1));
    }
    return tag == 'S' ? readUnits(in, at + 3, in.getUnsignedShort(at + 1)) : NOT_SIMPLE;
  }

  private static Object readUnits(ByteBuf in, int at, int units) {
    if (in.writerIndex() - at < units) {
      return NOT_SIMPLE;
    }
    if (ByteSearch.firstWide(in, at, at + units) < 0) {
      in.readerIndex(at + units);
      return in.toString(at, units, StandardCharsets.ISO_8859_1);
    }
    return readWideUnits(in, at, units);
  }

  private static Object readWideUnits(ByteBuf in, int at, int units) {
    char[] text = new char[units];
    int end = in.writerIndex();
    for (int i = 0; i < units; i++) {
      int first = at < end ? in.getByte(at++) : -1;
      int more = first >= 0 ? 0 : (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : 3;
      if (more > end - at || more == 3) {
        return NOT_SIMPLE;
      }
      int unit = more == 0 ? first : first & (more == 1 ? 0x1f : 0x0f);
      for (int last = at + more; at < last; at++) {
        unit = unit << 6 | in.getByte(at) & 0x3f;
      }
      text[i] = (char) unit;
    }
    in.readerIndex(at);
    return new String(text);
  }
}
