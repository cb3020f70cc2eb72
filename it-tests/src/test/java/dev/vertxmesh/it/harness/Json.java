package dev.vertxmesh.it.harness;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares JSON to the last digit: 1.10 is not 1.1, and 5 is not 5.0, as Java's types aren't the
 * same either. The order of an object's members doesn't matter, that of an array's elements does.
 */
public final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** Whether both are the same value. */
  public static boolean same(String expected, String actual) {
    Object wanted = parse(expected);
    return wanted == null ? "null".equals(actual.strip()) : wanted.equals(parse(actual));
  }

  /** Whether each member that is expected is there; objects may have more. */
  public static boolean has(String expected, String actual) {
    return has(parse(expected), parse(actual));
  }

  private static boolean has(Object expected, Object actual) {
    if (expected instanceof Map<?, ?> wanted) {
      return actual instanceof Map<?, ?> got
          && wanted.keySet().stream()
              .allMatch(key -> got.containsKey(key) && has(wanted.get(key), got.get(key)));
    }
    if (expected instanceof List<?> wanted && actual instanceof List<?> got) {
      boolean all = wanted.size() == got.size();
      for (int i = 0; all && i < wanted.size(); i++) {
        all = has(wanted.get(i), got.get(i));
      }
      return all;
    }
    return expected == null ? actual == null : expected.equals(actual);
  }

  /**
   * What a Java program would write for it, as docs/dubbo.md says of an Object: numbers are of the
   * smallest class that holds them, and <code>{"$char": "x"}</code> is a Character, {@code $short}
   * a Short.
   *
   * @throws IllegalArgumentException if it isn't JSON, or marks another type
   */
  public static Object natural(String json) {
    return natural(parse(json));
  }

  private static Object natural(Object value) {
    if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(each -> all.add(natural(each)));
      return all;
    } else if (value instanceof Map<?, ?> map) {
      return map.size() == 1 && map.keySet().iterator().next().toString().startsWith("$")
          ? marked(map)
          : members(map);
    }
    return value instanceof BigDecimal number ? number(number) : value;
  }

  private static Object marked(Map<?, ?> map) {
    if (map.get("$char") instanceof String text && text.length() == 1) {
      return text.charAt(0);
    } else if (map.get("$short") instanceof BigDecimal number) {
      return number.shortValueExact();
    }
    throw new IllegalArgumentException("a mark that isn't known here: " + map);
  }

  private static Map<Object, Object> members(Map<?, ?> map) {
    Map<Object, Object> members = new LinkedHashMap<>();
    map.forEach((name, value) -> members.put(name, natural(value)));
    return members;
  }

  private static Object number(BigDecimal number) {
    if (number.scale() > 0) {
      double real = number.doubleValue();
      boolean isExact = new BigDecimal(Double.toString(real)).equals(number);
      return isExact ? (Object) real : number;
    }
    BigInteger whole = number.toBigIntegerExact();
    if (whole.bitLength() < Integer.SIZE) {
      return whole.intValue();
    }
    return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
  }

  /**
   * Maps, lists, strings, booleans, {@link BigDecimal}s and null.
   *
   * @throws IllegalArgumentException if it isn't JSON
   */
  static Object parse(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      parser.nextToken();
      Object value = value(parser);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("there is more after the first value");
      }
      return value;
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + json, e);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new IllegalArgumentException("no JSON");
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new BigDecimal(parser.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalArgumentException("unexpected " + token);
    };
  }

  private static Map<String, Object> object(JsonParser parser) throws IOException {
    Map<String, Object> object = new TreeMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.put(name, value(parser));
    }
    return object;
  }

  private static List<Object> array(JsonParser parser) throws IOException {
    List<Object> array = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(parser));
    }
    return array;
  }
}
