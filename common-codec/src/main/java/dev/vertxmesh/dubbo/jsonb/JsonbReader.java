package dev.vertxmesh.dubbo.jsonb;

import static dev.vertxmesh.dubbo.jsonb.Jsonb.*;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.References;
import dev.vertxmesh.dubbo.wire.References.Reference;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.dubbo.wire.WireTypeNames;
import io.netty.buffer.ByteBuf;
import java.nio.charset.UnsupportedCharsetException;
import java.time.DateTimeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads one value of JSONB, as {@link Jsonb} draws it. A class's name is text and nothing else: it
 * makes an object with fields a {@link WireObject}, a string a constant, and is dropped elsewhere.
 * After a field that is a reference, fastjson2 may write the same field again as null, which its
 * own reader sees through: here a null doesn't count right after a value of the same name.
 */
public final class JsonbReader {

  private static final String PREVIOUS = "#-1";

  private final ByteBuf in;
  private final JsonbScalars scalars;
  private final Limits limits;
  private final References references = new References();
  private final Deque<Object> open = new ArrayDeque<>();

  /** Of names of classes and fields, which share the numbers. */
  private final Map<Integer, String> symbols = new HashMap<>();

  private Reference previous;
  private boolean previousIsAround;

  private JsonbReader(ByteBuf in, Limits limits) {
    this.in = in;
    this.scalars = new JsonbScalars(in);
    this.limits = limits;
  }

  public static Object read(ByteBuf item, Limits limits) {
    try {
      return new JsonbReader(item, limits).readAll();
    } catch (IndexOutOfBoundsException e) {
      throw new DubboCodecException("not JSONB: it ends inside of a value");
    } catch (DateTimeException | ArithmeticException | UnsupportedCharsetException e) {
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
          case ARRAY -> readList(scalars.readLength());
          case BINARY -> scalars.readBinary(scalars.readLength());
          default -> readOther(tag);
        };
    limits.leave(value);
    return value;
  }

  private Object readOther(int tag) {
    if (tag >= ARRAY_0 && tag < ARRAY) {
      return readList(tag - ARRAY_0);
    } else if (tag >= STRING_0 && tag <= STRING_GB18030) {
      return scalars.readString(tag);
    } else if (isInt(tag)) {
      return scalars.readInt(tag);
    } else if (isLong(tag)) {
      return scalars.readLong(tag);
    }
    return scalars.readScalar(tag);
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
    Object before = this; // no key, not even null
    while (!acceptEnd()) {
      Object key = isName() ? readName() : readKey();
      Object value = readValue();
      if (value != null || !Objects.equals(key, before)) {
        map.put(key, value);
        want(map, key, value);
      }
      before = key;
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
    if (tag == OBJECT && !WireTypeNames.isMap(type)) {
      limits.enter();
      in.skipBytes(1);
      WireObject object = readObject(WireObject.growing(WireTypeNames.full(type)));
      limits.leave(object);
      return object;
    }
    Object value = readValue();
    boolean isConstant =
        value instanceof String && tag != CHAR && !WireTypeNames.isString(type) && isText(tag);
    return isConstant && !WireTypeNames.isArray(type)
        ? WireObject.constant(WireTypeNames.full(type), (String) value)
        : value;
  }

  private static boolean isText(int tag) {
    return tag >= STRING_0 && tag <= STRING_GB18030;
  }

  private WireObject readObject(WireObject object) {
    open.push(object);
    String before = null;
    while (!acceptEnd()) {
      if (!isName()) {
        throw new DubboCodecException("not JSONB: an object's field without a name");
      }
      String name = readName();
      Object value = readValue();
      if (value != null || !name.equals(before)) {
        object.add(name, value);
        want(object, object.size() - 1, value);
      }
      before = name;
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
      return scalars.readString(tag);
    }
    tag = in.readUnsignedByte();
    return isInt(tag) ? symbol(scalars.readInt(tag)) : define(scalars.readString(tag));
  }

  private String readType() {
    int tag = in.readUnsignedByte();
    if (tag == SYMBOL) {
      tag = in.readUnsignedByte();
    }
    return isInt(tag) ? symbol(scalars.readInt(tag)) : define(scalars.readString(tag));
  }

  private String define(String name) {
    symbols.put(scalars.readInt(), name);
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
    String path = scalars.readString(in.readUnsignedByte());
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
}
