package dev.vertxmesh.dubbo.fastjson;

import dev.vertxmesh.dubbo.jsonb.Jsonb;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.WireList;
import dev.vertxmesh.dubbo.wire.WireMap;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;

/**
 * Writes one value as fastjson writes it in Dubbo, with or without what tells types apart where the
 * reader doesn't know them. All but ASCII is escaped, because peers read in their platform's
 * charset.
 *
 * <p>A map's keys aren't to be taken for fastjson's own: one called {@code @type} would let a
 * caller choose a class for the provider to load.
 */
public final class FastjsonWriter {

  /** In capitals: fastjson reads no others between {@code x'} and {@code '}. */
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final ByteBuf out;
  private final boolean typed;
  private int depth;

  private FastjsonWriter(ByteBuf out, boolean typed) {
    this.out = out;
    this.typed = typed;
  }

  /**
   * @param typed whether to say the types of numbers, bytes, sets and objects
   */
  public static void write(ByteBuf out, Object value, boolean typed) {
    new FastjsonWriter(out, typed).write(value);
  }

  private static boolean isText(Object value) {
    return value instanceof CharSequence
        || value instanceof Character
        || value instanceof UUID
        || value instanceof Locale;
  }

  private void write(Object value) {
    if (value == null || value instanceof Boolean) {
      append(String.valueOf(value));
    } else if (isText(value)) {
      writeString(value.toString());
    } else if (value instanceof Number number) {
      writeNumber(number);
    } else if (value instanceof Date date) {
      append(typed ? "new Date(" + date.getTime() + ")" : Long.toString(date.getTime()));
    } else if (value instanceof byte[] bytes) {
      append(typed ? "x'" + HEX.formatHex(bytes) + "'" : quoted(bytes));
    } else if (value instanceof char[] chars) {
      writeString(new String(chars));
    } else if (value instanceof WireObject object && object.isConstant()) {
      writeString((String) object.value(0));
    } else if (!writeTime(value)) {
      writeContainer(value);
    }
  }

  private static String quoted(byte[] bytes) {
    return '"' + Base64.getEncoder().encodeToString(bytes) + '"';
  }

  private void writeNumber(Number number) {
    if (number instanceof Double || number instanceof Float) {
      boolean finite = Double.isFinite(number.doubleValue());
      append(finite ? number.toString() : '"' + number.toString() + '"');
      append(finite && typed ? number instanceof Float ? "F" : "D" : "");
    } else if (number instanceof BigDecimal decimal) {
      boolean looksWhole = decimal.scale() == 0;
      append(looksWhole && typed ? decimal + "." : decimal.toString());
    } else if (number instanceof Long || number instanceof Short || number instanceof Byte) {
      append(number.toString());
      append(typed ? suffix(number) : "");
    } else if (number instanceof Integer || number instanceof BigInteger) {
      append(number.toString());
    } else {
      throw cannot(number);
    }
  }

  /** A long that fits no int is one without being told. */
  private static String suffix(Number number) {
    if (number instanceof Long) {
      return number.longValue() == number.intValue() ? "L" : "";
    }
    return number instanceof Short ? "S" : "B";
  }

  private boolean writeTime(Object value) {
    if (value instanceof LocalTime time) {
      append('"' + DateTimeFormatter.ISO_LOCAL_TIME.format(time) + '"');
    } else if (value instanceof LocalDateTime time) {
      append('"' + DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time) + '"');
    } else if (value instanceof ZonedDateTime time) {
      append('"' + DateTimeFormatter.ISO_ZONED_DATE_TIME.format(time) + '"');
    } else if (value instanceof OffsetDateTime time) {
      append('"' + DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time) + '"');
    } else if (value instanceof LocalDate
        || value instanceof Instant
        || value instanceof Duration) {
      append('"' + value.toString() + '"');
    } else {
      return false;
    }
    return true;
  }

  private void writeContainer(Object value) {
    if (++depth > Limits.MAX_DEPTH) {
      throw new DubboCodecException("values are nested more than " + Limits.MAX_DEPTH + " deep");
    }
    if (value instanceof WireList list) {
      writeContainer(list.elements()); // the place that it's read into knows its type
    } else if (value instanceof WireMap map) {
      writeContainer(map.entries());
    } else if (value instanceof Map<?, ?> map) {
      writeMap(map);
    } else if (value instanceof Collection<?> collection) {
      append(
          !(typed && value instanceof Set) ? "" : value instanceof SortedSet ? "TreeSet" : "Set");
      writeAll(collection);
    } else if (value instanceof WireObject object) {
      writeObject(object);
    } else if (value.getClass().isArray()) {
      writeArray(value);
    } else {
      throw cannot(value);
    }
    depth--;
  }

  private void writeAll(Collection<?> values) {
    char before = '[';
    for (Object value : values) {
      out.writeByte(before);
      write(value);
      before = ',';
    }
    append(before == '[' ? "[]" : "]");
  }

  private void writeArray(Object array) {
    int length = Array.getLength(array);
    out.writeByte('[');
    for (int i = 0; i < length; i++) {
      append(i == 0 ? "" : ",");
      write(Array.get(array, i));
    }
    out.writeByte(']');
  }

  private void writeObject(WireObject object) {
    out.writeByte('{');
    if (typed) {
      append("\"@type\":");
      writeString(object.type());
    }
    for (int i = 0; i < object.size(); i++) {
      append(i == 0 && !typed ? "" : ",");
      writeString(object.name(i));
      out.writeByte(':');
      write(object.value(i));
    }
    out.writeByte('}');
  }

  private void writeMap(Map<?, ?> map) {
    char before = '{';
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.writeByte(before);
      writeKey(entry.getKey());
      out.writeByte(':');
      write(entry.getValue());
      before = ',';
    }
    append(before == '{' ? "{}" : "}");
  }

  private void writeKey(Object key) {
    boolean isContainer =
        key instanceof Map
            || key instanceof Collection
            || key instanceof WireObject object && !object.isConstant();
    if (isContainer || key != null && key.getClass().isArray()) {
      throw new DubboCodecException("a map's key is itself an object, a list or a map");
    }
    if (key instanceof Boolean) {
      writeString(key.toString());
    } else {
      write(Jsonb.checkedKey(key));
    }
  }

  private void writeString(String text) {
    out.writeByte('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.writeByte('\\').writeByte(c);
      } else if (c >= ' ' && c < 0x7f) {
        out.writeByte(c);
      } else {
        append("\\u" + HEX.toHexDigits(c));
      }
    }
    out.writeByte('"');
  }

  private void append(String ascii) {
    ByteBufUtil.writeAscii(out, ascii);
  }

  private static DubboCodecException cannot(Object value) {
    return new DubboCodecException("fastjson can't say a " + value.getClass().getName());
  }
}
