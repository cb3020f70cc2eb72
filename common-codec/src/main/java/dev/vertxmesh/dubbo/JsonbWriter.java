package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Jsonb.*;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/**
 * Writes one value of JSONB, as {@link Jsonb} draws it; numbers and times as fastjson2 would, to
 * the byte. Classes are named for objects, sets and arrays only: what a parameter is declared as
 * says the rest, and each name has to pass the provider's list.
 */
final class JsonbWriter {

  private final ByteBuf out;
  private Map<String, Integer> types;
  private int depth;

  private JsonbWriter(ByteBuf out) {
    this.out = out;
  }

  static void write(ByteBuf out, Object value) {
    new JsonbWriter(out).write(value);
  }

  private void write(Object value) {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof CharSequence text) {
      writeString(text.toString());
    } else if (value instanceof Boolean truth) {
      out.writeByte(truth ? TRUE : FALSE);
    } else if (value instanceof Integer number) {
      writeInt(number);
    } else if (value instanceof Number number) {
      writeNumber(number);
    } else if (value instanceof Character c) {
      out.writeByte(CHAR);
      writeInt(c);
    } else if (value instanceof Date date) {
      out.writeByte(TIMESTAMP_MILLIS).writeLong(date.getTime());
    } else if (value instanceof byte[] bytes) {
      out.writeByte(BINARY);
      writeInt(bytes.length);
      out.writeBytes(bytes);
    } else if (value instanceof WireObject object && object.isConstant()) {
      writeString((String) object.value(0));
    } else if (!writeTime(value)) {
      writeContainer(value);
    }
  }

  private void writeNumber(Number number) {
    if (number instanceof Long value) {
      writeLong(value);
    } else if (number instanceof Double value) {
      writeDouble(value);
    } else if (number instanceof Float value) {
      writeFloat(value);
    } else if (number instanceof Short value) {
      out.writeByte(INT16).writeShort(value);
    } else if (number instanceof Byte value) {
      out.writeByte(INT8).writeByte(value);
    } else if (number instanceof BigInteger value) {
      writeBigInteger(value);
    } else if (number instanceof BigDecimal value) {
      writeDecimal(value);
    } else {
      throw cannot(number);
    }
  }

  private void writeInt(int value) {
    if (value >= -0x10 && value <= 0x2f) {
      out.writeByte(value);
    } else if (value >= -0x800 && value <= 0x7ff) {
      out.writeShort((INT_2_ZERO << 8) + value);
    } else if (value >= -0x40000 && value <= 0x3ffff) {
      out.writeMedium((INT_3_ZERO << 16) + value);
    } else {
      out.writeByte(INT).writeInt(value);
    }
  }

  private void writeLong(long value) {
    if (value >= -8 && value <= 15) {
      out.writeByte(LONG_1_MIN + 8 + (int) value);
    } else if (value >= -0x800 && value <= 0x7ff) {
      out.writeShort((LONG_2_ZERO << 8) + (int) value);
    } else if (value >= -0x40000 && value <= 0x3ffff) {
      out.writeMedium((LONG_3_ZERO << 16) + (int) value);
    } else if (value == (int) value) {
      out.writeByte(LONG_INT).writeInt((int) value);
    } else {
      out.writeByte(LONG).writeLong(value);
    }
  }

  private void writeDouble(double value) {
    boolean isMinusZero = value == 0 && 1 / value < 0;
    if (value == (int) value && !isMinusZero) {
      if (value == 0 || value == 1) {
        out.writeByte(value == 0 ? DOUBLE_0 : DOUBLE_1);
      } else {
        out.writeByte(DOUBLE_LONG);
        writeLong((long) value);
      }
    } else {
      out.writeByte(DOUBLE).writeDouble(value);
    }
  }

  private void writeFloat(float value) {
    int whole = (int) value;
    boolean isMinusZero = value == 0 && 1 / value < 0;
    if (whole == value && whole >= -0x40000 && whole <= 0x3ffff && !isMinusZero) {
      out.writeByte(FLOAT_INT);
      writeInt(whole);
    } else {
      out.writeByte(FLOAT).writeFloat(value);
    }
  }

  private void writeBigInteger(BigInteger value) {
    if (value.bitLength() < Long.SIZE) {
      out.writeByte(BIGINT_LONG);
      writeLong(value.longValue());
    } else {
      byte[] bytes = value.toByteArray();
      out.writeByte(BIGINT);
      writeInt(bytes.length);
      out.writeBytes(bytes);
    }
  }

  private void writeDecimal(BigDecimal value) {
    BigInteger unscaled = value.unscaledValue();
    boolean isLong = unscaled.bitLength() < Long.SIZE;
    if (value.scale() == 0 && isLong) {
      out.writeByte(DECIMAL_LONG);
      writeLong(unscaled.longValue());
      return;
    }
    out.writeByte(DECIMAL);
    writeInt(value.scale());
    if (unscaled.bitLength() < Integer.SIZE) {
      writeInt(unscaled.intValue());
    } else if (isLong) {
      writeLong(unscaled.longValue());
    } else {
      writeBigInteger(unscaled);
    }
  }

  private boolean writeTime(Object value) {
    if (value instanceof LocalDate date) {
      out.writeByte(LOCAL_DATE);
      writeDate(date);
    } else if (value instanceof LocalTime time) {
      out.writeByte(LOCAL_TIME);
      writeTimeOfDay(time);
    } else if (value instanceof LocalDateTime time) {
      writeDateTime(LOCAL_DATETIME, time);
    } else if (value instanceof ZonedDateTime time) {
      writeDateTime(TIMESTAMP_WITH_ZONE, time.toLocalDateTime());
      writeString(time.getZone().getId());
    } else if (value instanceof OffsetDateTime time) {
      writeDateTime(TIMESTAMP_WITH_ZONE, time.toLocalDateTime());
      writeString(time.getOffset().getId());
    } else if (value instanceof Instant time) {
      out.writeByte(TIMESTAMP);
      writeLong(time.getEpochSecond());
      writeInt(time.getNano());
    } else if (value instanceof Duration duration) {
      writeString(duration.toString());
    } else {
      return false;
    }
    return true;
  }

  private void writeDateTime(int tag, LocalDateTime time) {
    out.writeByte(tag);
    writeDate(time.toLocalDate());
    writeTimeOfDay(time.toLocalTime());
  }

  private void writeDate(LocalDate date) {
    if (date.getYear() != (short) date.getYear()) {
      throw new DubboCodecException("JSONB can't say the year " + date.getYear());
    }
    out.writeShort(date.getYear()).writeByte(date.getMonthValue()).writeByte(date.getDayOfMonth());
  }

  private void writeTimeOfDay(LocalTime time) {
    out.writeByte(time.getHour()).writeByte(time.getMinute()).writeByte(time.getSecond());
    writeInt(time.getNano());
  }

  private void writeContainer(Object value) {
    if (++depth > Limits.MAX_DEPTH) {
      throw new DubboCodecException("values are nested more than " + Limits.MAX_DEPTH + " deep");
    }
    if (value instanceof Map<?, ?> map) {
      writeMap(map);
    } else if (value instanceof Collection<?> collection) {
      writeCollection(collection);
    } else if (value instanceof WireObject object) {
      writeObject(object);
    } else if (value.getClass().isArray()) {
      writeArray(value);
    } else {
      throw cannot(value);
    }
    depth--;
  }

  private void writeCollection(Collection<?> values) {
    if (values instanceof Set) {
      writeType(values instanceof SortedSet ? "TreeSet" : "LinkedHashSet");
    }
    writeArrayLength(values.size());
    values.forEach(this::write);
  }

  private void writeArray(Object array) {
    writeType(arrayType(array.getClass()));
    if (array instanceof char[] chars) {
      writeString(new String(chars));
      return;
    }
    int length = Array.getLength(array);
    writeArrayLength(length);
    for (int i = 0; i < length; i++) {
      write(Array.get(array, i));
    }
  }

  private static String arrayType(Class<?> array) {
    Class<?> of = array.getComponentType();
    if (of.isArray()) {
      return "[" + arrayType(of);
    } else if (of.isPrimitive()) {
      return array.getName();
    } else if (of == Object.class) {
      return "[O";
    }
    boolean isShortened = of.getPackageName().equals("java.lang") || of == BigDecimal.class;
    return "[" + (isShortened || of == BigInteger.class ? of.getSimpleName() : of.getName());
  }

  private void writeArrayLength(int length) {
    if (length <= 15) {
      out.writeByte(ARRAY_0 + length);
    } else {
      out.writeByte(ARRAY);
      writeInt(length);
    }
  }

  private void writeMap(Map<?, ?> map) {
    out.writeByte(OBJECT);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = checkedKey(entry.getKey());
      if (key instanceof Map
          || key instanceof Collection
          || key instanceof WireObject w && !w.isConstant()) {
        throw new DubboCodecException("a map's key is itself an object, a list or a map");
      }
      write(key);
      write(entry.getValue());
    }
    out.writeByte(OBJECT_END);
  }

  private void writeObject(WireObject object) {
    writeType(object.type());
    out.writeByte(OBJECT);
    for (int i = 0; i < object.size(); i++) {
      writeString(object.name(i));
      write(object.value(i));
    }
    out.writeByte(OBJECT_END);
  }

  /** By its name the first time, and then by the number that it got. */
  private void writeType(String type) {
    out.writeByte(TYPED);
    if (types == null) {
      types = new HashMap<>();
    }
    Integer known = types.putIfAbsent(type, types.size());
    if (known == null) {
      writeString(type);
      writeInt(types.size() - 1);
    } else {
      writeInt(known);
    }
  }

  private void writeString(String text) {
    if (isLatin1(text)) {
      writeLatin1(text);
    } else if (StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      out.writeByte(STRING_UTF8);
      writeInt(ByteBufUtil.utf8Bytes(text));
      out.writeCharSequence(text, StandardCharsets.UTF_8);
    } else {
      out.writeByte(STRING_UTF16LE);
      writeInt(2 * text.length());
      for (int i = 0; i < text.length(); i++) {
        out.writeShortLE(text.charAt(i));
      }
    }
  }

  private static boolean isLatin1(String text) {
    return text.chars().allMatch(c -> c <= 0xff);
  }

  private void writeLatin1(String text) {
    if (text.length() < STRING_LATIN1 - STRING_0) {
      out.writeByte(STRING_0 + text.length());
    } else {
      out.writeByte(STRING_LATIN1);
      writeInt(text.length());
    }
    out.writeCharSequence(text, StandardCharsets.ISO_8859_1);
  }

  private static DubboCodecException cannot(Object value) {
    return new DubboCodecException("JSONB can't say a " + value.getClass().getName());
  }
}
