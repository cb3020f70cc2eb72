package dev.vertxmesh.dubbo.jsonb;

import static dev.vertxmesh.dubbo.jsonb.Jsonb.*;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Date;

/** Reads the values of JSONB that contain no others. */
final class JsonbScalars {

  /** To print a number takes time that grows with the square of its length. */
  private static final int MAX_NUMBER_BYTES = 512;

  private final ByteBuf in;

  JsonbScalars(ByteBuf in) {
    this.in = in;
  }

  Object readScalar(int tag) {
    return switch (tag) {
      case NULL -> null;
      case FALSE -> false;
      case TRUE -> true;
      case INT8 -> (int) in.readByte();
      case INT16 -> (int) in.readShort();
      case CHAR -> String.valueOf((char) readInt());
      case DOUBLE_0 -> 0.0;
      case DOUBLE_1 -> 1.0;
      case DOUBLE_LONG -> (double) readLong();
      case DOUBLE -> in.readDouble();
      case FLOAT_INT -> (double) readInt();
      case FLOAT -> Double.valueOf(Float.toString(in.readFloat()));
      case DECIMAL_LONG -> BigDecimal.valueOf(readLong());
      case DECIMAL -> readDecimal();
      case BIGINT_LONG -> BigInteger.valueOf(readLong());
      case BIGINT -> readBigInteger();
      case TIMESTAMP_MILLIS -> new Date(in.readLong());
      case TIMESTAMP_SECONDS -> new Date(in.readInt() * 1_000L);
      case TIMESTAMP_MINUTES -> new Date(in.readInt() * 60_000L);
      default -> readTime(tag);
    };
  }

  /** As java.time prints it, and as fastjson's text has it too. */
  private String readTime(int tag) {
    return switch (tag) {
      case LOCAL_DATE -> readLocalDate().toString();
      case LOCAL_TIME -> DateTimeFormatter.ISO_LOCAL_TIME.format(readLocalTime());
      case LOCAL_DATETIME -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(readLocalDateTime());
      case TIMESTAMP -> Instant.ofEpochSecond(readLong(), readInt()).toString();
      case TIMESTAMP_WITH_ZONE -> readZoned();
      default -> throw new DubboCodecException(String.format("not JSONB: the tag %02x", tag));
    };
  }

  private LocalDate readLocalDate() {
    return LocalDate.of(in.readShort(), in.readByte(), in.readByte());
  }

  private LocalTime readLocalTime() {
    return LocalTime.of(in.readByte(), in.readByte(), in.readByte(), readInt());
  }

  private LocalDateTime readLocalDateTime() {
    return LocalDateTime.of(readLocalDate(), readLocalTime());
  }

  private String readZoned() {
    LocalDateTime time = readLocalDateTime();
    String zone = readString(in.readUnsignedByte());
    return time.atZone(ZoneId.of(zone)).toString();
  }

  byte[] readBinary(int length) {
    byte[] bytes = new byte[checked(length)];
    in.readBytes(bytes);
    return bytes;
  }

  String readString(int tag) {
    return switch (tag) {
      case STRING_LATIN1 -> readString(readLength(), StandardCharsets.ISO_8859_1);
      case STRING_UTF8 -> readString(readLength(), StandardCharsets.UTF_8);
      case STRING_UTF16 -> readString(readLength(), StandardCharsets.UTF_16);
      case STRING_UTF16LE -> readString(readLength(), StandardCharsets.UTF_16LE);
      case STRING_UTF16BE -> readString(readLength(), StandardCharsets.UTF_16BE);
      case STRING_GB18030 -> readString(readLength(), Charset.forName("GB18030"));
      default -> {
        if (tag < STRING_0 || tag >= STRING_LATIN1) {
          throw new DubboCodecException(
              String.format("not JSONB: the tag %02x where a string belongs", tag));
        }
        yield readString(tag - STRING_0, StandardCharsets.ISO_8859_1);
      }
    };
  }

  private String readString(int length, Charset charset) {
    String text = in.toString(in.readerIndex(), checked(length), charset);
    in.skipBytes(length);
    return text;
  }

  private int checked(int length) {
    if (length > in.readableBytes()) {
      throw new IndexOutOfBoundsException(length);
    }
    return length;
  }

  int readLength() {
    int length = readInt();
    if (length < 0) {
      throw new DubboCodecException("not JSONB: a length of " + length);
    }
    return length;
  }

  private BigDecimal readDecimal() {
    int scale = readInt();
    int tag = in.readUnsignedByte();
    BigInteger unscaled =
        switch (tag) {
          case BIGINT -> readBigInteger();
          case BIGINT_LONG -> BigInteger.valueOf(readLong());
          default -> BigInteger.valueOf(isInt(tag) ? readInt(tag) : readLong(tag));
        };
    return new BigDecimal(unscaled, scale);
  }

  private BigInteger readBigInteger() {
    int length = readLength();
    if (length == 0 || length > MAX_NUMBER_BYTES) {
      throw new DubboCodecException("not JSONB: a number of " + length + " bytes");
    }
    return new BigInteger(readBinary(length));
  }

  int readInt() {
    return readInt(in.readUnsignedByte());
  }

  int readInt(int tag) {
    if (tag <= INT_MAX || tag >= INT_MIN) {
      return (byte) tag;
    } else if (tag <= INT_2_MAX) {
      return (tag - INT_2_ZERO << 8) + in.readUnsignedByte();
    } else if (tag <= INT_3_MAX) {
      return (tag - INT_3_ZERO << 16) + in.readUnsignedShort();
    } else if (tag == INT) {
      return in.readInt();
    }
    throw new DubboCodecException(
        String.format("not JSONB: the tag %02x where an int belongs", tag));
  }

  private long readLong() {
    int tag = in.readUnsignedByte();
    return isInt(tag) ? readInt(tag) : readLong(tag);
  }

  long readLong(int tag) {
    if (tag == LONG) {
      return in.readLong();
    } else if (tag == LONG_INT) {
      return in.readInt();
    } else if (tag >= LONG_3_MIN && tag <= LONG_3_MAX) {
      return (tag - LONG_3_ZERO << 16) + in.readUnsignedShort();
    } else if (tag >= LONG_2_MIN && tag <= LONG_2_MAX) {
      return (tag - LONG_2_ZERO << 8) + in.readUnsignedByte();
    } else if (tag >= LONG_1_MIN && tag <= LONG_1_MAX) {
      return tag - LONG_1_MIN - 8;
    }
    throw new DubboCodecException(
        String.format("not JSONB: the tag %02x where a number belongs", tag));
  }
}
