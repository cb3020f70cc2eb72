package dev.vertxmesh.bridge.dubbo.request;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Numbers;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.json.JsonMistake;
import java.util.Set;

/**
 * What of JSON can't be a value of a type of which only the name is known, whatever the provider
 * makes of it: those are refused here, with their place, and not by a cast that fails there.
 */
final class UnconvertibleKinds {

  private static final Set<String> COLLECTIONS =
      Set.of(
          "java.lang.Iterable",
          "java.util.Collection",
          "java.util.List",
          "java.util.ArrayList",
          "java.util.LinkedList",
          "java.util.Set",
          "java.util.HashSet",
          "java.util.LinkedHashSet",
          "java.util.SortedSet",
          "java.util.NavigableSet",
          "java.util.TreeSet",
          "java.util.Queue",
          "java.util.Deque",
          "java.util.ArrayDeque");

  private static final Set<String> MAPS =
      Set.of(
          "java.util.Map",
          "java.util.HashMap",
          "java.util.LinkedHashMap",
          "java.util.SortedMap",
          "java.util.NavigableMap",
          "java.util.TreeMap",
          "java.util.concurrent.ConcurrentMap",
          "java.util.concurrent.ConcurrentHashMap");

  private UnconvertibleKinds() {}

  /**
   * @param token the value's first
   * @throws BadArgument if no value of the type is written so
   */
  static void check(Parameter parameter, JsonToken token) {
    String type = parameter.javaType();
    boolean isOther = parameter.kind() == Parameter.Kind.OTHER;
    if (isOther && token != JsonToken.VALUE_NULL && !canBe(type, token)) {
      throw new BadArgument(
          "%s where %s is expected".formatted(JsonMistake.kind(token), expected(type)));
    }
  }

  private static boolean canBe(String type, JsonToken token) {
    boolean isNumberOrTruth = token.isNumeric() || token.isBoolean();
    if (type.endsWith("[]") || COLLECTIONS.contains(type)) {
      return !token.isScalarValue();
    } else if (MAPS.contains(type)) {
      return token == JsonToken.START_OBJECT;
    }
    return !isNumberOrTruth || isJdks(type); // a string may be an enum's constant
  }

  /** Of which there are interfaces that a number has. */
  private static boolean isJdks(String type) {
    return type.startsWith("java.") || type.startsWith("javax.");
  }

  private static String expected(String type) {
    if (type.endsWith("[]") || COLLECTIONS.contains(type)) {
      return "an array (%s)".formatted(type);
    }
    boolean isObject = !isJdks(type) || MAPS.contains(type);
    return isObject ? "an object (%s)".formatted(type) : Numbers.article(type);
  }
}
