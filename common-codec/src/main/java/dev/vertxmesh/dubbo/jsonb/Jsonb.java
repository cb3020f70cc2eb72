package dev.vertxmesh.dubbo.jsonb;

import dev.vertxmesh.dubbo.wire.DubboCodecException;

/**
 * The tags of JSONB, fastjson2's binary JSON: a value's first byte, which says its kind, often its
 * length, and of a small number all.
 *
 * <pre>
 * 90 char: int              91 bytes: length, bytes      92 type, value      93 reference: string
 * 94-a3 array of 0 to 15    a4 array: length, values     a6 object: name, value, ... a5
 * a7-ae times               af null    b0 false          b1 true
 * b2-b7 double, float       b8-b9 decimal: scale, int    ba-bb big int       bc-bd short, byte
 * be-ef long                f0-2f int of one byte        30-3f of two        40-47 of three
 * 48 int of five            49-78 Latin-1 string of 0 to 47 bytes            79 longer: length
 * 7a-7e UTF-8, UTF-16, UTF-16LE, UTF-16BE, GB18030: length in bytes          7f symbol
 *
 * type, and a name after 7f:  string, number it has from here on     or     such a number
 * </pre>
 */
public final class Jsonb {

  static final int CHAR = 0x90;
  static final int BINARY = 0x91;
  static final int TYPED = 0x92;
  static final int REFERENCE = 0x93;
  static final int ARRAY_0 = 0x94;
  static final int ARRAY = 0xa4;
  static final int OBJECT_END = 0xa5;
  static final int OBJECT = 0xa6;

  static final int LOCAL_TIME = 0xa7;
  static final int LOCAL_DATETIME = 0xa8;
  static final int LOCAL_DATE = 0xa9;
  static final int TIMESTAMP_WITH_ZONE = 0xaa;
  static final int TIMESTAMP_MILLIS = 0xab;
  static final int TIMESTAMP_SECONDS = 0xac;
  static final int TIMESTAMP_MINUTES = 0xad;
  static final int TIMESTAMP = 0xae;

  static final int NULL = 0xaf;
  static final int FALSE = 0xb0;
  static final int TRUE = 0xb1;
  static final int DOUBLE_0 = 0xb2;
  static final int DOUBLE_1 = 0xb3;
  static final int DOUBLE_LONG = 0xb4;
  static final int DOUBLE = 0xb5;
  static final int FLOAT_INT = 0xb6;
  static final int FLOAT = 0xb7;
  static final int DECIMAL_LONG = 0xb8;
  static final int DECIMAL = 0xb9;
  static final int BIGINT_LONG = 0xba;
  static final int BIGINT = 0xbb;
  static final int INT16 = 0xbc;
  static final int INT8 = 0xbd;

  static final int LONG = 0xbe;
  static final int LONG_INT = 0xbf;
  static final int LONG_3_MIN = 0xc0;
  static final int LONG_3_ZERO = 0xc4;
  static final int LONG_3_MAX = 0xc7;
  static final int LONG_2_MIN = 0xc8;
  static final int LONG_2_ZERO = 0xd0;
  static final int LONG_2_MAX = 0xd7;
  static final int LONG_1_MIN = 0xd8;
  static final int LONG_1_MAX = 0xef;

  static final int INT_MIN = 0xf0;
  static final int INT_MAX = 0x2f;
  static final int INT_2_ZERO = 0x38;
  static final int INT_2_MAX = 0x3f;
  static final int INT_3_ZERO = 0x44;
  static final int INT_3_MAX = 0x47;
  static final int INT = 0x48;

  public static final int STRING_0 = 0x49;
  static final int STRING_LATIN1 = 0x79;
  static final int STRING_UTF8 = 0x7a;
  static final int STRING_UTF16 = 0x7b;
  static final int STRING_UTF16LE = 0x7c;
  static final int STRING_UTF16BE = 0x7d;
  static final int STRING_GB18030 = 0x7e;
  static final int SYMBOL = 0x7f;

  private Jsonb() {}

  static boolean isInt(int tag) {
    return tag >= INT_MIN || tag <= INT;
  }

  static boolean isLong(int tag) {
    return tag >= LONG && tag <= LONG_1_MAX;
  }

  /** A map's key that both of fastjson's would take for their own is refused. */
  public static Object checkedKey(Object key) {
    if ("@type".equals(key) || "$ref".equals(key)) {
      throw new DubboCodecException(
          "a map's key " + key + " would tell the provider something else than a key");
    }
    return key;
  }
}
