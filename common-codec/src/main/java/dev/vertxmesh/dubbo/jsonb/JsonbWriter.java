package dev.vertxmesh.dubbo.jsonb;

import static dev.vertxmesh.dubbo.jsonb.Jsonb.*;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.WireList;
import dev.vertxmesh.dubbo.wire.WireMap;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;

/**
 * Writes one value of JSONB, as {@link Jsonb} draws it; numbers and times as fastjson2 would, to
 * the byte. Classes are named for objects, sets, arrays and constants that are keys only: what a
 * parameter is declared as says the rest, and each name has to pass the provider's list.
 */
public final class JsonbWriter {

  private final ByteBuf out;
  private final JsonbScalarWriter scalars;
  private Map<String, Integer> types;
  private int depth;

  private JsonbWriter(ByteBuf out) {
    this.out = out;
    this.scalars = new JsonbScalarWriter(out);
  }

  public static void write(ByteBuf out, Object value) {
    new JsonbWriter(out).write(value);
  }

  private void write(Object value) {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof CharSequence || value instanceof UUID || value instanceof Locale) {
      scalars.writeString(value.toString());
    } else if (value instanceof Boolean truth) {
      out.writeByte(truth ? TRUE : FALSE);
    } else if (value instanceof Integer number) {
      scalars.writeInt(number);
    } else if (value instanceof Number number) {
      scalars.writeNumber(number);
    } else if (value instanceof Character c) {
      out.writeByte(CHAR);
      scalars.writeInt(c);
    } else if (value instanceof Date date) {
      out.writeByte(TIMESTAMP_MILLIS).writeLong(date.getTime());
    } else if (value instanceof byte[] bytes) {
      out.writeByte(BINARY);
      scalars.writeInt(bytes.length);
      out.writeBytes(bytes);
    } else if (value instanceof WireObject object && object.isConstant()) {
      scalars.writeString((String) object.value(0));
    } else if (!scalars.writeTime(value)) {
      writeContainer(value);
    }
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
      writeCollection(collection);
    } else if (value instanceof WireObject object) {
      writeObject(object);
    } else if (value.getClass().isArray()) {
      writeArray(value);
    } else {
      throw JsonbScalarWriter.cannot(value);
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
      scalars.writeString(new String(chars));
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
      scalars.writeInt(length);
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
      writeKey(key);
      write(entry.getValue());
    }
    out.writeByte(OBJECT_END);
  }

  /** Of a constant fastjson2 would take the mere name for a string. */
  private void writeKey(Object key) {
    if (key instanceof WireObject constant) {
      writeType(constant.type());
    }
    write(key);
  }

  private void writeObject(WireObject object) {
    writeType(object.type());
    out.writeByte(OBJECT);
    for (int i = 0; i < object.size(); i++) {
      scalars.writeString(object.name(i));
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
      scalars.writeString(type);
      scalars.writeInt(types.size() - 1);
    } else {
      scalars.writeInt(known);
    }
  }
}
