package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.WireObject;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Where fastjson 1.x writes of two different values the same, and so nobody can tell which of them
 * a result had:
 *
 * <pre>
 * ?             itself, or an unpaired surrogate
 * {}            an empty map, or one whose values are all null
 * null          itself, or NaN or an infinity; but an object's field that is null is left out
 * </pre>
 *
 * For one result.
 */
final class FastjsonLosses {

  /** What may hold a number that isn't one. */
  private static final Set<String> REAL =
      Set.of(
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Number",
          "java.lang.Object",
          "java.io.Serializable",
          "java.lang.Comparable");

  private final ResultTypes types;

  /** What may be there more than once, or inside of itself, is looked through once. */
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  FastjsonLosses(ResultTypes types) {
    this.types = types;
  }

  /**
   * The first that is found.
   *
   * @param declared what the value is declared as
   * @return null if there's none
   */
  String in(Object value, JavaType declared) {
    JavaType type = ResultTypes.inside(declared);
    if (value == null) {
      return REAL.contains(type.erasure())
          ? "a null for a %s, which fastjson writes for NaN too".formatted(type.erasure())
          : null;
    } else if (value instanceof String text) {
      return text.indexOf('?') < 0
          ? null
          : "a text with a '?', which fastjson writes for an unpaired surrogate too";
    } else if (!seen.add(value)) {
      return null;
    } else if (value instanceof List<?> list) {
      return in(list, ResultTypes.element(type));
    } else if (value instanceof Object[] array) {
      return in(Arrays.asList(array), ResultTypes.element(type));
    } else if (value instanceof Map<?, ?> map) {
      return in(types.members(type, map), map.keySet());
    }
    return value instanceof WireObject object
        ? in(types.members(type, object), names(object))
        : null;
  }

  private static Set<String> names(WireObject object) {
    return IntStream.range(0, object.size()).mapToObj(object::name).collect(Collectors.toSet());
  }

  private String in(List<?> list, JavaType element) {
    for (Object value : list) {
      String lost = in(value, element);
      if (lost != null) {
        return lost;
      }
    }
    return null;
  }

  /**
   * @param members null of what is a map, or may be one
   * @param given those that came: of an object's own nulls nothing does
   */
  private String in(ResultTypes.Members members, Set<?> given) {
    if (members == null) {
      return "a map, of which fastjson leaves out the keys whose values are null";
    }
    for (ResultTypes.Member member : members.all()) {
      boolean isLeftOut = member.value() == null && !given.contains(member.name());
      String lost = isLeftOut ? null : in(member.value(), member.type());
      if (lost != null) {
        return lost;
      }
    }
    return null;
  }
}
