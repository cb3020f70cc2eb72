package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Dubbo's {@code JavaBeanDescriptor}, in which the generic mode {@code bean} carries objects.
 *
 * <pre>
 * type        1 class   2 enum   3 collection   4 map   5 array   6 primitive   7 bean
 * properties  of a class, an enum: "name"       of a primitive: "value"
 *             of a collection, an array: 0, 1, …      of a map: its entries, each a descriptor
 *             of a bean: its fields by name
 * </pre>
 */
public final class JavaBeanDescriptors {

  private static final String DESCRIPTOR = ".common.beanutil.JavaBeanDescriptor";
  private static final String[] FIELDS = {"className", "type", "properties"};
  private static final String CLASS = "class";

  private static final int CLASS_TYPE = 1;
  private static final int ENUM = 2;
  private static final int COLLECTION = 3;
  private static final int MAP = 4;
  private static final int ARRAY = 5;
  private static final int PRIMITIVE = 6;
  private static final int BEAN = 7;

  private final String descriptor;

  private JavaBeanDescriptors(String packageName) {
    this.descriptor = packageName + DESCRIPTOR;
  }

  /**
   * @param types of the parameters, or null where they aren't known: an object's class is then what
   *     its member {@code class} says, and without one it's a map
   */
  public static Object[] describe(Object[] values, String[] types, String packageName) {
    JavaBeanDescriptors beans = new JavaBeanDescriptors(packageName);
    Object[] described = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      described[i] = beans.describe(values[i], types == null ? null : types[i]);
    }
    return described;
  }

  private Object describe(Object value, String type) {
    if (value == null) {
      return null;
    } else if (value instanceof Map<?, ?> map) {
      Object named = map.get(CLASS);
      String className = named instanceof String text ? text : type;
      boolean isMap = className == null || className.startsWith("java.util.");
      return isMap ? map(map) : bean(className, map);
    } else if (value instanceof Collection<?> collection) {
      return elements("java.util.ArrayList", collection);
    } else if (value instanceof String text && type != null && ExactTypes.of(type) == null) {
      return of(type, ENUM, Map.of("name", text)); // the only class whose value is a string
    }
    return of(value.getClass().getName(), PRIMITIVE, Map.of("value", value));
  }

  private Object map(Map<?, ?> map) {
    Map<Object, Object> entries = new LinkedHashMap<>();
    map.forEach((key, value) -> entries.put(describe(key, null), describe(value, null)));
    return of("java.util.LinkedHashMap", MAP, entries);
  }

  private Object bean(String className, Map<?, ?> fields) {
    Map<Object, Object> properties = new LinkedHashMap<>();
    fields.forEach(
        (name, value) -> {
          if (!name.equals(CLASS)) {
            properties.put(name, describe(value, null));
          }
        });
    return of(className, BEAN, properties);
  }

  private Object elements(String className, Collection<?> values) {
    Map<Object, Object> elements = new LinkedHashMap<>();
    for (Object value : values) {
      elements.put(elements.size(), describe(value, null));
    }
    return of(className, COLLECTION, elements);
  }

  private WireObject of(String className, int type, Map<?, ?> properties) {
    return WireObject.of(descriptor, FIELDS, className, type, properties);
  }

  /** What a descriptor describes; objects are maps that begin with {@code class}. */
  public static Object read(Object value) {
    if (!(value instanceof WireObject bean)
        || !bean.type().endsWith(DESCRIPTOR)
        || !(bean.get("type") instanceof Integer type)
        || !(bean.get("properties") instanceof Map<?, ?> properties)) {
      return value;
    }
    return switch (type) {
      case CLASS_TYPE, ENUM -> properties.get("name");
      case PRIMITIVE -> properties.get("value");
      case COLLECTION, ARRAY -> elements(properties);
      case MAP -> map(properties, new LinkedHashMap<>());
      default -> bean(bean, properties);
    };
  }

  private static Object bean(WireObject bean, Map<?, ?> properties) {
    Map<Object, Object> fields = new LinkedHashMap<>();
    fields.put(CLASS, bean.get("className"));
    properties.forEach((name, value) -> fields.put(name, read(value)));
    return fields;
  }

  private static Object map(Map<?, ?> properties, Map<Object, Object> entries) {
    properties.forEach((key, value) -> entries.put(read(key), read(value)));
    return entries;
  }

  private static List<Object> elements(Map<?, ?> properties) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < properties.size(); i++) {
      elements.add(read(properties.get(i)));
    }
    return elements;
  }
}
