package dev.vertxmesh.dubbo.fastjson;

import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.References;
import dev.vertxmesh.dubbo.wire.References.Reference;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.dubbo.wire.WireTypeNames;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one value of the JSON that fastjson writes, which is JSON and some more:
 *
 * <pre>
 * 1B 2S 3L 4.5F 5.5D 10.                numbers that say their type; the last is a BigDecimal
 * {1:"a", null:"b", 2L:"c"}             keys that aren't strings
 * {"@type":"a.B", ...}                  an object's class; nothing here loads it
 * {"$ref":"$.a[0]"}                     a value that stands elsewhere: see References; "@" is what
 *                                       it stands in, ".." what that stands in
 * Set[1] TreeSet[1] x'0aff' new Date(1) what they look like
 * </pre>
 */
public final class FastjsonReader {

  private static final String TYPE = "@type";
  private static final String REFERENCE = "$ref";

  private final FastjsonLexer text;
  private final Limits limits;
  private final References references = new References();
  private final Deque<Object> open = new ArrayDeque<>();

  private FastjsonReader(String text, Limits limits) {
    this.text = new FastjsonLexer(text);
    this.limits = limits;
  }

  /**
   * @param item UTF-8
   */
  public static Object read(ByteBuf item, Limits limits) {
    return new FastjsonReader(item.toString(StandardCharsets.UTF_8), limits).readAll();
  }

  private Object readAll() {
    Object root = readValue();
    if (root instanceof Reference) {
      throw text.unexpected("a reference by itself");
    }
    if (text.peek() != FastjsonLexer.END) {
      throw text.unexpected("more after the value");
    }
    references.resolve(root);
    return root;
  }

  private Object readValue() {
    limits.enter();
    char first = text.peek();
    Object value =
        switch (first) {
          case '"' -> text.readString();
          case '{' -> readObject();
          case '[' -> readList();
          case 'x' -> text.readBytes();
          case 'n' -> text.accept("new Date(") ? readDate() : readWord("null", null);
          case 't' -> readWord("true", true);
          case 'f' -> readWord("false", false);
          case 'S', 'T' -> readSet();
          default -> text.readNumber();
        };
    limits.leave(value);
    return value;
  }

  private Object readWord(String word, Object value) {
    text.expect(word);
    return value;
  }

  private Object readSet() {
    if (!text.accept("TreeSet")) {
      text.expect("Set");
    }
    return readList();
  }

  private Object readDate() {
    Object millis = text.readNumber();
    text.expect(")");
    if (!(millis instanceof Integer || millis instanceof Long)) {
      throw text.unexpected("a date of no whole milliseconds");
    }
    return new Date(((Number) millis).longValue());
  }

  private List<Object> readList() {
    List<Object> list = new ArrayList<>();
    text.expect("[");
    open.push(list);
    if (text.peek() != ']') {
      do {
        Object value = readValue();
        list.add(value);
        want(list, list.size() - 1, value);
      } while (text.accept(","));
    }
    open.pop();
    text.expect("]");
    return list;
  }

  private Object readObject() {
    text.expect("{");
    if (text.peek() != '"') {
      return readMap();
    }
    int start = text.position();
    String first = text.readString();
    if (first.equals(TYPE) && text.accept(":") && text.peek() == '"') {
      String type = text.readString();
      return WireTypeNames.isMap(type) ? readRestOfMap() : readTyped(type);
    }
    text.position(start);
    if (first.equals(REFERENCE)) {
      Object reference = readReference();
      if (reference != null) {
        return reference;
      }
      text.position(start);
    }
    return readMap();
  }

  /** Null if it's a map that has such a key. */
  private Object readReference() {
    text.readString();
    text.expect(":");
    String path = text.peek() == '"' ? text.readString() : "";
    boolean isAll = text.accept("}");
    if (!isAll || !(path.startsWith("$") || path.equals("@") || path.equals(".."))) {
      return null;
    }
    if (path.startsWith("$")) {
      return path.length() == 1 && !open.isEmpty() ? open.peekLast() : new Reference(path);
    }
    int up = path.length() - 1;
    if (open.size() <= up) {
      throw text.unexpected("a reference to what is around the whole");
    }
    return up == 0 ? open.peek() : open.stream().skip(1).findFirst().orElseThrow();
  }

  private Object readRestOfMap() {
    if (!text.accept(",")) {
      text.expect("}");
      return new LinkedHashMap<>();
    }
    return readMap();
  }

  private Map<Object, Object> readMap() {
    Map<Object, Object> map = new LinkedHashMap<>();
    open.push(map);
    if (text.peek() != '}') {
      do {
        Object key = readKey();
        text.expect(":");
        Object value = readValue();
        map.put(key, value);
        want(map, key, value);
      } while (text.accept(","));
    }
    open.pop();
    text.expect("}");
    return map;
  }

  /** A list's or map's hash goes through all of it, without end where it contains itself. */
  private Object readKey() {
    Object key = readValue();
    if (key instanceof List || key instanceof Map || key instanceof Reference) {
      throw text.unexpected("a map's key that is itself a list or a map");
    }
    return key;
  }

  private Object readTyped(String type) {
    WireObject object = WireObject.growing(type);
    open.push(object);
    while (text.accept(",")) {
      if (text.peek() != '"') {
        throw text.unexpected("an object's field without a name");
      }
      String name = text.readString();
      text.expect(":");
      Object value = readValue();
      object.add(name, value);
      want(object, object.size() - 1, value);
    }
    open.pop();
    text.expect("}");
    boolean isDate = WireTypeNames.isDate(type) && object.size() == 1;
    return isDate && object.get("val") instanceof Number millis
        ? new Date(millis.longValue())
        : object;
  }

  private void want(Object container, Object place, Object value) {
    if (value instanceof Reference reference) {
      references.want(container, place, reference);
    }
  }
}
