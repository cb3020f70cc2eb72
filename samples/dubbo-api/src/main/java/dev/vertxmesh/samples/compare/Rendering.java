package dev.vertxmesh.samples.compare;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Any value as text that names every class on the way: two that read the same are the same. */
final class Rendering {

  private static final String OURS = "dev.vertxmesh.";

  private final Set<Object> path = Collections.newSetFromMap(new IdentityHashMap<>());
  private final StringBuilder text = new StringBuilder();

  private Rendering() {}

  static String of(Object value) {
    Rendering rendering = new Rendering();
    rendering.append(value);
    return rendering.text.toString();
  }

  /** The class, the message and the trace, and the causes with theirs. */
  static String ofThrown(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable each = thrown;
    for (int depth = 0; each != null && depth < 10; depth++, each = each.getCause()) {
      text.append(each.getClass().getName()).append(": ").append(each.getMessage());
      for (StackTraceElement frame : each.getStackTrace()) {
        if (frame.getClassName().equals(Comparison.class.getName())) {
          break; // which calls the two ways from lines of their own
        }
        text.append("\n  at ").append(steady(frame.toString()));
      }
      text.append('\n');
    }
    return text + Rendering.of(thrown.getClass().getName().startsWith(OURS) ? thrown : null);
  }

  /** Without the numbers that the JVM gives to what it makes at run time. */
  private static String steady(String frame) {
    return frame
        .replaceAll("\\$\\$Lambda.*\\(", "\\$\\$Lambda(")
        .replaceAll(
            "(Native|Generated|Direct)(Method\\w*Accessor|MethodHandle\\w*)\\w*", "Accessor")
        .replaceAll("Accessor.*", "Accessor");
  }

  private void append(Object value) {
    if (value == null) {
      text.append("null");
    } else if (value instanceof Collection || value instanceof Map || value.getClass().isArray()) {
      nested(value);
    } else if (value.getClass().getName().startsWith(OURS) && !(value instanceof Enum)) {
      nested(value);
    } else {
      text.append(value.getClass().getName()).append(' ').append(value);
    }
  }

  private void nested(Object value) {
    if (!path.add(value)) {
      text.append("(itself)");
      return;
    }
    text.append(value.getClass().getName()).append('{');
    if (value instanceof Map<?, ?> map) {
      map.forEach(this::appendPair);
    } else if (value instanceof Collection<?> all) {
      all.forEach(each -> appendPair("", each));
    } else if (value.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(value); i++) {
        appendPair("", Array.get(value, i));
      }
    } else {
      appendFields(value, value.getClass());
    }
    text.append('}');
    path.remove(value);
  }

  private void appendPair(Object name, Object value) {
    append(name);
    text.append('=');
    append(value);
    text.append(' ');
  }

  private void appendFields(Object value, Class<?> type) {
    if (!type.getName().startsWith(OURS)) {
      return;
    }
    appendFields(value, type.getSuperclass());
    for (Field field : type.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        field.setAccessible(true);
        try {
          appendPair(field.getName(), field.get(value));
        } catch (IllegalAccessException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }
}
