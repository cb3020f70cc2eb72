package dev.vertxmesh.samples.compare;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Simple values, collections, maps and the samples' own beans, by their fields, as JSON in ASCII.
 */
final class JsonText {

  private static final String OURS = "dev.vertxmesh.";

  private JsonText() {}

  /**
   * @throws IllegalArgumentException naming a class that isn't among these
   */
  static String of(Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return String.valueOf(value);
    } else if (value instanceof String || value instanceof Enum) {
      return quoted(value.toString());
    } else if (value instanceof Collection<?> all) {
      return all.stream().map(JsonText::of).collect(Collectors.joining(",", "[", "]"));
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + of(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    } else if (value.getClass().getName().startsWith(OURS)) {
      return "{" + fields(value, value.getClass()) + "}";
    }
    throw new IllegalArgumentException("no JSON for a " + value.getClass().getName());
  }

  private static String fields(Object bean, Class<?> type) {
    StringBuilder fields = new StringBuilder();
    for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.append(fields.isEmpty() ? "" : ",").append(quoted(field.getName())).append(':');
          fields.append(of(get(field, bean)));
        }
      }
    }
    return fields.toString();
  }

  private static Object get(Field field, Object bean) {
    try {
      field.setAccessible(true);
      return field.get(bean);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              boolean isPlain = c >= ' ' && c < 0x7f && c != '"' && c != '\\';
              quoted.append(isPlain ? String.valueOf((char) c) : "\\u%04x".formatted(c));
            });
    return quoted.append('"').toString();
  }
}
