package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Jsonb.*;

import dev.vertxmesh.dubbo.References.Reference;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one value of JSONB, as {@link Jsonb} draws it. A class's name is text and nothing else: it
 * makes an object with fields a {@link WireObject}, a string a constant, and is dropped elsewhere.
 */
final class JsonbReader {

  /** To print a number takes time that grows with the square of its length. */
  private static final int MAX_NUMBER_BYTES = 512;

  private static final String PREVIOUS = "#-1";

  private final ByteBuf in;
  private final Limits limits;
  private final References references = new References();
  private final Deque<Object> open = new ArrayDeque<>();

  /** Of names of classes and fields, which share the numbers. */
  private final Map<Integer, String> symbols = new HashMap<>();

  private Reference previous;
  private boolean previousIsAround;

  private JsonbReader(ByteBuf in, Limits limits) {
    this.in = in;
    this.limits = limits;
  }

  static Object read(ByteBuf item, Limits limits) {
    try {
      return new JsonbReader(item, limits).readAll();
    } catch (IndexOutOfBoundsException e) {
      throw new DubboCodecException("not JSONB: it ends inside of a value");
    } catch (DateTimeException | ArithmeticException e) {
      throw new DubboCodecException("not JSONB: " + e.getMessage());
    }
  }

  private Object readAll() {
    Object root = readValue();
    if (root instanceof Reference || in.isReadable()) {
      throw new DubboCodecException("not JSONB: a reference by itself, or more after the value");
    }
    references.resolve(root);
    return root;
  }

  private Object readValue() {
    limits.enter();
    int tag = in.readUnsignedByte();
    Object value =
        switch (tag) {
          case OBJECT -> readMap();
          case TYPED -> readTyped();
          case REFERENCE -> readReference();
          case ARRAY -> readList(readLength());
          case BINARY -> readBinary(readLength());
          default -> readOther(tag);
        };
    limits.leave();
    return value;
  }

  private Object readOther(int tag) {
    if (tag >= ARRAY_0 && tag < ARRAY) {
      return readList(tag - ARRAY_0);
    } else if (tag >= STRING_0 && tag <= STRING_GB18030) {
      return readString(tag);
    } else if (isInt(tag)) {
      return readInt(tag);
    } else if (isLong(tag)) {
      return readLong(tag);
    }
    return readScalar(tag);
  }

  private Object readScalar(int tag) {
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

  private List<Object> readList(int length) {
    List<Object> list = new ArrayList<>(Math.min(length, 16));
    open.push(list);
    for (int i = 0; i < length; i++) {
      Object value = readValue();
      list.add(value);
      want(list, i, value);
    }
    open.pop();
    return list;
  }

  private Map<Object, Object> readMap() {
    Map<Object, Object> map = new LinkedHashMap<>();
    open.push(map);
    while (!acceptEnd()) {
      Object key = isName() ? readName() : readKey();
      Object value = readValue();
      map.put(key, value);
      want(map, key, value);
    }
    open.pop();
    return map;
  }

  /** A list's or map's hash goes through all of it, without end where it contains itself. */
  private Object readKey() {
    Object key = readValue();
    if (key instanceof List || key instanceof Map || key instanceof Reference) {
      throw new DubboCodecException("a map's key is itself a list, a map or a reference");
    }
    return key;
  }

  private Object readTyped() {
    String type = readType();
    int tag = in.getUnsignedByte(in.readerIndex());
    if (tag == OBJECT && !TypeNames.isMap(type)) {
      limits.enter();
      in.skipBytes(1);
      WireObject object = readObject(WireObject.growing(TypeNames.full(type)));
      limits.leave();
      return object;
    }
    Object value = readValue();
    boolean isConstant =
        value instanceof String && tag != CHAR && !TypeNames.isString(type) && isText(tag);
    return isConstant && !TypeNames.isArray(type)
        ? WireObject.constant(TypeNames.full(type), (String) value)
        : value;
  }

  private static boolean isText(int tag) {
    return tag >= STRING_0 && tag <= STRING_GB18030;
  }

  private WireObject readObject(WireObject object) {
    open.push(object);
    while (!acceptEnd()) {
      if (!isName()) {
        throw new DubboCodecException("not JSONB: an object's field without a name");
      }
      String name = readName();
      Object value = readValue();
      object.add(name, value);
      want(object, object.size() - 1, value);
    }
    open.pop();
    return object;
  }

  private boolean acceptEnd() {
    boolean end = in.getUnsignedByte(in.readerIndex()) == OBJECT_END;
    in.skipBytes(end ? 1 : 0);
    return end;
  }

  private boolean isName() {
    int tag = in.getUnsignedByte(in.readerIndex());
    return tag >= STRING_0 && tag <= SYMBOL;
  }

  /** A string; or one to be known by a number from here on; or such a number. */
  private String readName() {
    int tag = in.readUnsignedByte();
    if (tag != SYMBOL) {
      return readString(tag);
    }
    tag = in.readUnsignedByte();
    return isInt(tag) ? symbol(readInt(tag)) : define(readString(tag));
  }

  private String readType() {
    int tag = in.readUnsignedByte();
    if (tag == SYMBOL) {
      tag = in.readUnsignedByte();
    }
    return isInt(tag) ? symbol(readInt(tag)) : define(readString(tag));
  }

  private String define(String name) {
    symbols.put(readInt(), name);
    return name;
  }

  private String symbol(int number) {
    String name = symbols.get(number);
    if (name == null) {
      throw new DubboCodecException("not JSONB: the name " + number + " wasn't given before");
    }
    return name;
  }

  /**
   * Unlike in the text, ".." is what the reference stands in. The path of the one before is not
   * repeated, and may have been "..", whose meaning depends on the place.
   */
  private Object readReference() {
    String path = readString(in.readUnsignedByte());
    if (path.equals(PREVIOUS) ? previousIsAround : path.equals("..")) {
      previousIsAround = true;
      return around();
    }
    if (!path.equals(PREVIOUS)) {
      previous = new Reference(path);
      previousIsAround = false;
    }
    if (previous == null || open.isEmpty() || !previous.path().startsWith("$")) {
      throw new DubboCodecException("not JSONB: a reference to nothing");
    }
    return previous.path().length() == 1 ? open.peekLast() : previous;
  }

  private Object around() {
    if (open.isEmpty()) {
      throw new DubboCodecException("not JSONB: a reference to nothing");
    }
    return open.peek();
  }

  private void want(Object container, Object place, Object value) {
    if (value instanceof Reference reference) {
      references.want(container, place, reference);
    }
  }

  private byte[] readBinary(int length) {
    byte[] bytes = new byte[checked(length)];
    in.readBytes(bytes);
    return bytes;
  }

  private String readString(int tag) {
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

  private int readLength() {
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

  private int readInt() {
    return readInt(in.readUnsignedByte());
  }

  private int readInt(int tag) {
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

  private long readLong(int tag) {
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
