package dev.vertxmesh.samples.provider;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says of a value which Java classes it is made of: {@code List[Long 1, String "a"]}, {@code
 * Map{Long 1=Role ADMIN}}, {@code byte[1, 2]}, {@code User{id=Long 1, name=String "Ada"}}. A bean
 * is one of the samples' classes; its fields that are null, false or zero are left out. Sets are
 * sorted.
 */
final class Kinds {
  private static final String BEANS = "dev.vertxmesh.samples.";

  private Kinds() {}

  static String of(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Map<?, ?> map) {
      return "Map{" + String.join(", ", entries(map)) + "}";
    }
    if (value instanceof Set<?> set) {
      return "Set[" + String.join(", ", each(set).stream().sorted().toList()) + "]";
    }
    if (value instanceof Collection<?> list) {
      return "List[" + String.join(", ", each(list)) + "]";
    }
    if (value.getClass().isArray()) {
      return array(value);
    }
    return single(value);
  }

  private static String single(Object value) {
    String type = value.getClass().getSimpleName() + " ";
    if (value instanceof String text) {
      return type + '"' + text + '"';
    }
    if (value instanceof Character letter) {
      return type + '\'' + letter + '\'';
    }
    if (value instanceof Date date) { // a Timestamp too; without the machine's time zone
      return type + date.toInstant();
    }
    if (value instanceof Enum<?> constant) { // whose class has no name if it has a body
      return constant.getDeclaringClass().getSimpleName() + " " + constant;
    }
    return value.getClass().getName().startsWith(BEANS) ? bean(value) : type + value;
  }

  private static List<String> each(Collection<?> values) {
    List<String> kinds = new ArrayList<>();
    values.forEach(value -> kinds.add(of(value)));
    return kinds;
  }

  private static List<String> entries(Map<?, ?> map) {
    List<String> kinds = new ArrayList<>();
    map.forEach((key, value) -> kinds.add(of(key) + "=" + of(value)));
    return kinds;
  }

  private static String array(Object array) {
    Class<?> element = array.getClass().getComponentType();
    List<String> kinds = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      Object each = Array.get(array, i);
      kinds.add(element.isPrimitive() ? each.toString() : of(each));
    }
    return element.getSimpleName() + "[" + String.join(", ", kinds) + "]";
  }

  private static String bean(Object bean) {
    List<String> kinds = new ArrayList<>();
    for (Field field : Fields.of(bean.getClass()).values()) {
      Object value = Fields.get(field, bean);
      if (!isUnset(value, field.getType())) {
        kinds.add(field.getName() + "=" + of(value));
      }
    }
    return bean.getClass().getSimpleName() + "{" + String.join(", ", kinds) + "}";
  }

  private static boolean isUnset(Object value, Class<?> declared) {
    return value == null
        || declared.isPrimitive() && value.equals(Array.get(Array.newInstance(declared, 1), 0));
  }
}
