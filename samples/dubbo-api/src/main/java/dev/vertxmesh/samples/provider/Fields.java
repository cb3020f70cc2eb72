package dev.vertxmesh.samples.provider;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** A bean's fields as they are, without its getters. */
final class Fields {
  private Fields() {}

  /** Those of the class and of its superclasses, by name. */
  static Map<String, Field> of(Class<?> type) {
    Map<String, Field> fields = new TreeMap<>();
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      Arrays.stream(each.getDeclaredFields())
          .filter(field -> !Modifier.isStatic(field.getModifiers()))
          .peek(field -> field.setAccessible(true))
          .forEach(field -> fields.putIfAbsent(field.getName(), field));
    }
    return fields;
  }

  static Object get(Field field, Object bean) {
    try {
      return field.get(bean);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sets the field of one bean to what it is in the other. */
  static void copy(Field field, Object from, Object to) {
    try {
      field.set(to, field.get(from));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
