package dev.vertxmesh.dubbo.jsonb;

import static dev.vertxmesh.dubbo.jsonb.Jsonb.*;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
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

/** Writes the values of JSONB that contain no others. */
final class JsonbScalarWriter {

  private final ByteBuf out;

  JsonbScalarWriter(ByteBuf out) {
    this.out = out;
  }

  void writeNumber(Number number) {
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

  void writeInt(int value) {
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

  boolean writeTime(Object value) {
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

  void writeString(String text) {
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
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xff) {
        return false;
      }
    }
    return true;
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

  static DubboCodecException cannot(Object value) {
    return new DubboCodecException("JSONB can't say a " + value.getClass().getName());
  }
}
