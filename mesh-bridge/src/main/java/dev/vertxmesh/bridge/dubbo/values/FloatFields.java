package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.wire.WireList;
import dev.vertxmesh.dubbo.wire.WireMap;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the objects of an API that have a {@code float} field, and goes round them. The hessian of
 * Dubbo 3.3 (hessian-lite 4.0, {@code FieldDeserializer2FactoryUnsafe}) puts a double's eight bytes
 * into such a field's four: what lies beside it in memory is lost, another field or another object.
 * A map is set by its names instead, by the provider's generic filter.
 */
public final class FloatFields {

  private static final JavaType FLOAT = JavaType.of("float");

  private final ApiClasses api;
  private final Map<String, Set<String>> namesByClass = new HashMap<>();

  FloatFields(ApiClasses api) {
    this.api = api;
  }

  /** Whether a value of the type may be or hold such an object. */
  boolean canBeIn(JavaType type) {
    return canBeIn(type, new HashSet<>());
  }

  /**
   * @param seen types that have been or are being looked at
   */
  private boolean canBeIn(JavaType type, Set<JavaType> seen) {
    if (type instanceof JavaType.Array array) {
      return canBeIn(array.element(), seen);
    } else if (KnownTypes.isAnything(type.erasure())) {
      return api.names().stream().anyMatch(name -> !names(name).isEmpty()); // "class" may say any
    }
    return seen.add(type) && type instanceof JavaType.Named named && canBeIn(named, seen);
  }

  private boolean canBeIn(JavaType.Named named, Set<JavaType> seen) {
    return named.arguments().stream().anyMatch(argument -> canBeIn(argument, seen))
        || api.implementations(named.name()).stream()
            .anyMatch(name -> canBeInClass(api.below(named, name), seen));
  }

  private boolean canBeInClass(JavaType.Named type, Set<JavaType> seen) {
    Map<String, JavaType> fields = fields(type);
    return fields.containsValue(FLOAT)
        || fields.values().stream().anyMatch(field -> canBeIn(field, seen));
  }

  private Map<String, JavaType> fields(JavaType.Named type) {
    ApiClass known = type == null ? null : api.get(type.name());
    Map<String, JavaType> fields =
        known == null || known.kind() == ApiClass.Kind.ENUM ? null : api.fields(type);
    return fields == null ? Map.of() : fields;
  }

  private Set<String> names(String className) {
    return namesByClass.computeIfAbsent(
        className,
        name -> {
          Set<String> names = new HashSet<>();
          fields(JavaType.of(name))
              .forEach(
                  (field, type) -> {
                    if (type.equals(FLOAT)) {
                      names.add(field);
                    }
                  });
          return names;
        });
  }

  /**
   * Whether one is in a value whose {@code float} is given: what isn't, isn't written.
   *
   * @param value made of JSON, which is a tree
   */
  public boolean areSetIn(Object value) {
    if (value instanceof WireObject object) {
      Set<String> names = names(object.type());
      for (int i = 0; i < object.size(); i++) {
        if (names.contains(object.name(i)) || areSetIn(object.value(i))) {
          return true;
        }
      }
      return false;
    } else if (value instanceof WireList list) {
      return areSetIn(list.elements());
    } else if (value instanceof WireMap map) {
      return areSetIn(map.entries());
    } else if (value instanceof Map<?, ?> map) {
      return areSetIn(map.values());
    }
    return value instanceof Collection<?> all && all.stream().anyMatch(this::areSetIn);
  }

  /**
   * The value with maps in the place of these objects and of all that they are in, as a generic
   * call carries it; the others stay as they are.
   *
   * @throws BadArgument if a map of the caller's would be taken for an object there
   */
  public Object asMaps(Object value) {
    refuseNames(value);
    return maps(value);
  }

  /** The provider's generic filter makes of a map what its {@code class} names. */
  private static void refuseNames(Object value) {
    if (value instanceof WireObject object) {
      for (int i = 0; i < object.size(); i++) {
        refuseNames(object.value(i));
      }
    } else if (value instanceof WireList list) {
      list.elements().forEach(FloatFields::refuseNames);
    } else if (value instanceof WireMap map) {
      refuseNames(map.entries());
    } else if (value instanceof Collection<?> all) {
      all.forEach(FloatFields::refuseNames);
    } else if (value instanceof Map<?, ?> map) {
      if (map.get(ClassMembers.NAME) instanceof String name) {
        throw new BadArgument(
            "a map with a key class (%s): beside an object with a field of type float it would be"
                    .formatted(Numbers.quoted(name))
                + " taken for one of that class");
      }
      map.values().forEach(FloatFields::refuseNames);
    }
  }

  private Object maps(Object value) {
    if (!areSetIn(value)) {
      return value;
    } else if (value instanceof WireObject object) {
      Map<Object, Object> map = new LinkedHashMap<>();
      map.put("class", object.type());
      for (int i = 0; i < object.size(); i++) {
        map.put(object.name(i), maps(object.value(i)));
      }
      return map;
    } else if (value instanceof WireList list) {
      return maps(list.elements());
    } else if (value instanceof WireMap map) {
      return maps(map.entries());
    } else if (value instanceof Map<?, ?> entries) {
      Map<Object, Object> map = new LinkedHashMap<>();
      entries.forEach((key, each) -> map.put(key, maps(each)));
      return map;
    }
    List<Object> elements = new ArrayList<>();
    ((Collection<?>) value).forEach(each -> elements.add(maps(each)));
    return elements;
  }
}
