package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.References.Reference;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.Deque;
import java.util.HexFormat;
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
final class JsonReader {

  /** To make a number of digits takes time that grows with their square. */
  private static final int MAX_DIGITS = 1000;

  /** No character, and what stands for the end. */
  private static final char END = '\uffff';

  private static final String TYPE = "@type";
  private static final String REFERENCE = "$ref";

  private final String text;
  private final Limits limits;
  private final References references = new References();
  private final Deque<Object> open = new ArrayDeque<>();
  private int at;

  private JsonReader(String text, Limits limits) {
    this.text = text;
    this.limits = limits;
  }

  /**
   * @param item UTF-8
   */
  static Object read(ByteBuf item, Limits limits) {
    return new JsonReader(item.toString(StandardCharsets.UTF_8), limits).readAll();
  }

  private Object readAll() {
    Object root = readValue();
    if (root instanceof Reference) {
      throw unexpected("a reference by itself");
    }
    if (peek() != END) {
      throw unexpected("more after the value");
    }
    references.resolve(root);
    return root;
  }

  private Object readValue() {
    limits.enter();
    char first = peek();
    Object value =
        switch (first) {
          case '"' -> readString();
          case '{' -> readObject();
          case '[' -> readList();
          case 'x' -> readBytes();
          case 'n' -> accept("new Date(") ? readDate() : readWord("null", null);
          case 't' -> readWord("true", true);
          case 'f' -> readWord("false", false);
          case 'S', 'T' -> readSet();
          default -> readNumber();
        };
    limits.leave();
    return value;
  }

  private Object readWord(String word, Object value) {
    expect(word);
    return value;
  }

  private Object readSet() {
    if (!accept("TreeSet")) {
      expect("Set");
    }
    return readList();
  }

  private Object readDate() {
    Object millis = readNumber();
    expect(")");
    if (!(millis instanceof Integer || millis instanceof Long)) {
      throw unexpected("a date of no whole milliseconds");
    }
    return new Date(((Number) millis).longValue());
  }

  private byte[] readBytes() {
    expect("x'");
    int end = text.indexOf('\'', at);
    try {
      byte[] bytes = HexFormat.of().parseHex(text, at, Math.max(at, end));
      at = end + 1;
      return bytes;
    } catch (IllegalArgumentException e) {
      throw unexpected("bytes that aren't hexadecimal");
    }
  }

  private List<Object> readList() {
    List<Object> list = new ArrayList<>();
    expect("[");
    open.push(list);
    if (peek() != ']') {
      do {
        Object value = readValue();
        list.add(value);
        want(list, list.size() - 1, value);
      } while (accept(","));
    }
    open.pop();
    expect("]");
    return list;
  }

  private Object readObject() {
    expect("{");
    if (peek() != '"') {
      return readMap();
    }
    int start = at;
    String first = readString();
    if (first.equals(TYPE) && accept(":") && peek() == '"') {
      String type = readString();
      return TypeNames.isMap(type) ? readRestOfMap() : readTyped(type);
    }
    at = start;
    if (first.equals(REFERENCE)) {
      Object reference = readReference();
      if (reference != null) {
        return reference;
      }
      at = start;
    }
    return readMap();
  }

  /** Null if it's a map that has such a key. */
  private Object readReference() {
    readString();
    expect(":");
    String path = peek() == '"' ? readString() : "";
    boolean isAll = accept("}");
    if (!isAll || !(path.startsWith("$") || path.equals("@") || path.equals(".."))) {
      return null;
    }
    if (path.startsWith("$")) {
      return path.length() == 1 && !open.isEmpty() ? open.peekLast() : new Reference(path);
    }
    int up = path.length() - 1;
    if (open.size() <= up) {
      throw unexpected("a reference to what is around the whole");
    }
    return up == 0 ? open.peek() : open.stream().skip(1).findFirst().orElseThrow();
  }

  private Object readRestOfMap() {
    if (!accept(",")) {
      expect("}");
      return new LinkedHashMap<>();
    }
    return readMap();
  }

  private Map<Object, Object> readMap() {
    Map<Object, Object> map = new LinkedHashMap<>();
    open.push(map);
    if (peek() != '}') {
      do {
        Object key = readKey();
        expect(":");
        Object value = readValue();
        map.put(key, value);
        want(map, key, value);
      } while (accept(","));
    }
    open.pop();
    expect("}");
    return map;
  }

  /** A list's or map's hash goes through all of it, without end where it contains itself. */
  private Object readKey() {
    Object key = readValue();
    if (key instanceof List || key instanceof Map || key instanceof Reference) {
      throw unexpected("a map's key that is itself a list or a map");
    }
    return key;
  }

  private Object readTyped(String type) {
    WireObject object = WireObject.growing(type);
    open.push(object);
    while (accept(",")) {
      if (peek() != '"') {
        throw unexpected("an object's field without a name");
      }
      String name = readString();
      expect(":");
      Object value = readValue();
      object.add(name, value);
      want(object, object.size() - 1, value);
    }
    open.pop();
    expect("}");
    boolean isDate = TypeNames.isDate(type) && object.size() == 1;
    return isDate && object.get("val") instanceof Number millis
        ? new Date(millis.longValue())
        : object;
  }

  private void want(Object container, Object place, Object value) {
    if (value instanceof Reference reference) {
      references.want(container, place, reference);
    }
  }

  private Object readNumber() {
    int start = at;
    while (at < text.length() && isOfNumber(text.charAt(at))) {
      at++;
    }
    if (at == start || at - start > MAX_DIGITS) {
      at = start;
      throw unexpected(peek() == END ? "an end" : "no value, or a number too long");
    }
    String digits = text.substring(start, at);
    try {
      return readSuffixed(digits);
    } catch (NumberFormatException e) {
      at = start;
      throw unexpected("no number");
    }
  }

  private Object readSuffixed(String digits) {
    char suffix = at < text.length() ? text.charAt(at) : END;
    switch (suffix) {
      case 'B', 'S' -> {
        at++;
        return Integer.valueOf(digits);
      }
      case 'L' -> {
        at++;
        return Long.valueOf(digits);
      }
      case 'F', 'D' -> {
        at++;
        return Double.valueOf(digits);
      }
      default -> {
        return number(digits);
      }
    }
  }

  /** A double is what reads exactly as Java would write it; another fraction is a BigDecimal. */
  private static Object number(String digits) {
    if (digits.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9')) {
      return whole(digits);
    }
    double real = Double.parseDouble(digits);
    return Double.toString(real).equals(digits) ? (Object) real : new BigDecimal(digits);
  }

  private static Object whole(String digits) {
    if (digits.length() < 19) {
      long value = Long.parseLong(digits);
      return value == (int) value ? (Object) (int) value : (Object) value;
    }
    BigInteger value = new BigInteger(digits);
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static boolean isOfNumber(char c) {
    return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
  }

  private String readString() {
    int start = ++at;
    int end = start;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
      end++;
    }
    at = end;
    if (end < text.length() && text.charAt(end) == '"') {
      at++;
      return text.substring(start, end);
    }
    return readEscaped(new StringBuilder(text.substring(start, end)));
  }

  private String readEscaped(StringBuilder unescaped) {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return unescaped.toString();
      }
      unescaped.append(c == '\\' ? readEscape() : c);
    }
    throw unexpected("an end inside of a string");
  }

  private char readEscape() {
    char c = at < text.length() ? text.charAt(at++) : END;
    return switch (c) {
      case 'b' -> '\b';
      case 'f', 'F' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> '\u000b';
      case 'u' -> readHex(4);
      case 'x' -> readHex(2);
      case '"', '\\', '/', '\'' -> c;
      default -> {
        if (c >= '0' && c <= '7') {
          yield (char) (c - '0');
        }
        throw unexpected("an escape that is none");
      }
    };
  }

  private char readHex(int digits) {
    try {
      char c = (char) HexFormat.fromHexDigits(text, at, at + digits);
      at += digits;
      return c;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw unexpected("an escape that is none");
    }
  }

  private char peek() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
    return at < text.length() ? text.charAt(at) : END;
  }

  private boolean accept(String token) {
    peek();
    boolean there = text.startsWith(token, at);
    at += there ? token.length() : 0;
    return there;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw unexpected(peek() == END ? "an end" : "something else where " + token + " belongs");
    }
  }

  private DubboCodecException unexpected(String what) {
    return new DubboCodecException("not fastjson's JSON: " + what + " at character " + at);
  }
}
