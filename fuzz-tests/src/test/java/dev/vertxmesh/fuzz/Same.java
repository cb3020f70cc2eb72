package dev.vertxmesh.fuzz;

import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Whether two values off the wire are the same, part by part; they may contain themselves. */
public final class Same {

  private final Map<Object, Object> compared = new IdentityHashMap<>();

  private Same() {}

  /**
   * @throws AssertionError naming the place where they aren't
   */
  public static void expect(Object expected, Object actual) {
    new Same().compare("$", expected, actual);
  }

  private void compare(String path, Object expected, Object actual) {
    boolean seen = expected != null && compared.put(expected, actual) == actual;
    boolean isContainer =
        expected instanceof List || expected instanceof Map || expected instanceof WireObject;
    if (seen && isContainer) {
      return;
    }
    if (expected instanceof List<?> list && actual instanceof List<?> other) {
      expectEqual(path + ".size", list.size(), other.size());
      for (int i = 0; i < list.size(); i++) {
        compare(path + "[" + i + "]", list.get(i), other.get(i));
      }
    } else if (expected instanceof Map<?, ?> map && actual instanceof Map<?, ?> other) {
      expectEqual(path + ".size", map.size(), other.size());
      Iterator<? extends Map.Entry<?, ?>> others = other.entrySet().iterator();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        Map.Entry<?, ?> its = others.next();
        compare(path + ".key", entry.getKey(), its.getKey());
        compare(path + ".value", entry.getValue(), its.getValue());
      }
    } else if (expected instanceof WireObject object && actual instanceof WireObject other) {
      expectEqual(path + ".type", object.type(), other.type());
      expectEqual(path + ".fields", object.toString(), other.toString());
      for (int i = 0; i < object.size(); i++) {
        compare(path + "." + object.name(i), object.value(i), other.value(i));
      }
    } else if (expected instanceof WireObject constant && constant.isConstant()) {
      expectEqual(path, constant.get("name"), actual); // all that is written of one
    } else if (expected instanceof byte[] bytes && actual instanceof byte[] other) {
      expectEqual(path, Arrays.toString(bytes), Arrays.toString(other));
    } else {
      expectEqual(path, expected, actual);
    }
  }

  private static void expectEqual(String path, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new AssertionError(
          "%s is %s (%s), expected %s (%s)"
              .formatted(path, shown(actual), kind(actual), shown(expected), kind(expected)));
    }
  }

  private static String shown(Object value) {
    boolean isLarge = value instanceof Map || value instanceof List;
    return isLarge ? "a container" : String.valueOf(value);
  }

  private static String kind(Object value) {
    return value == null ? "null" : value.getClass().getSimpleName();
  }
}
