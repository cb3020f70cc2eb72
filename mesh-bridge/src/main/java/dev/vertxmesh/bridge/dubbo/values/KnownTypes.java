package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Which types are known to the last field, so that all of their values can be read. */
record KnownTypes(ApiClasses api) {

  /** As anything can be told: to JSON these are what Object is. */
  private static final Set<String> ANYTHING =
      Set.of("java.lang.Object", "java.io.Serializable", "java.lang.Comparable");

  /** Whether a place of the type takes whatever JSON says. */
  static boolean isAnything(String name) {
    return ANYTHING.contains(name);
  }

  static boolean isOptional(JavaType.Named type) {
    return type.name().equals("java.util.Optional");
  }

  /** The argument, or Object where the type is raw. */
  static JavaType argument(JavaType.Named type, int index) {
    return index < type.arguments().size() ? type.arguments().get(index) : JavaType.OBJECT;
  }

  /** Whether every value of the type can be read, whatever is in it; but for what "class" names. */
  boolean isKnown(JavaType type) {
    return isKnown(type, new HashMap<>());
  }

  /**
   * @param seen what is known of classes, their fields as they are declared; true while looking
   */
  private boolean isKnown(JavaType type, Map<String, Boolean> seen) {
    if (type instanceof JavaType.Array array) {
      return isKnown(array.element(), seen);
    } else if (type instanceof JavaType.Named named) {
      return isSingle(named.name())
          || isAnything(named.name())
          || isKnownNamed(named, seen)
              && named.arguments().stream().allMatch(a -> isKnown(a, seen));
    }
    return true; // what a variable stands for is looked at where it's given
  }

  private boolean isKnownNamed(JavaType.Named type, Map<String, Boolean> seen) {
    if (Containers.map(type.name()) != null) {
      return isKey(argument(type, 0));
    }
    return isOptional(type)
        || Containers.collection(type.name()) != null
        || isKnownClass(type.name(), seen);
  }

  private boolean isKnownClass(String name, Map<String, Boolean> seen) {
    ApiClass known = api.get(name);
    if (known == null) {
      return false;
    }
    Boolean before = seen.putIfAbsent(name, true);
    if (before == null) {
      seen.put(name, isKnownClass(known, seen));
    }
    return seen.get(name);
  }

  private boolean isKnownClass(ApiClass known, Map<String, Boolean> seen) {
    return switch (known.kind()) {
      case ENUM -> true;
      case REPLACED -> false;
      case ABSTRACT ->
          api.implementations(known.name()).stream().anyMatch(c -> isKnownClass(c, seen));
      case CLASS -> {
        Map<String, JavaType> fields = api.fields(JavaType.of(known.name()));
        yield fields != null && fields.values().stream().allMatch(f -> isKnown(f, seen));
      }
    };
  }

  private static boolean isSingle(String name) {
    return ExactTypes.of(name) != null;
  }

  /** What the names of a JSON object's members can be. */
  private boolean isKey(JavaType type) {
    String name = type.erasure();
    ApiClass known = api.get(name);
    return isAnything(name)
        || isSingle(name)
        || known != null && known.kind() == ApiClass.Kind.ENUM;
  }
}
