package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What fastjson in a provider makes of arguments: it's told a parameter's class, and not what that
 * is of, so that each value in a {@code List<T>} becomes what it tells of itself:
 *
 * <pre>
 * Integer, 1L, 1S, 1B, 1.5F, 1.5D, 1.50 and 2. (BigDecimal), new Date(1), x'0a', strings, booleans
 * </pre>
 *
 * The fields of a class are read as they're declared, type arguments included.
 */
public final class FastjsonConversions {

  private static final String HINT = "; hessian2 can (--serialization hessian2)";

  /** What tells its type where nothing else does. */
  private static final Set<String> TELLING =
      Set.of(
          "java.lang.String",
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Short",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Float",
          "java.lang.Double",
          "java.math.BigDecimal",
          "java.util.Date",
          "byte[]",
          "java.lang.Object",
          "java.io.Serializable",
          "java.lang.Comparable");

  private static final Set<Class<?>> TELLING_IN_TEXT =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          Date.class,
          byte[].class);

  /** What is said as something else, in fastjson2. */
  private static final Set<String> LOST_IN_JSONB =
      Set.of(
          "java.util.UUID",
          "java.util.Locale",
          "java.time.Duration",
          "java.time.OffsetDateTime",
          "java.sql.Timestamp",
          "java.sql.Date");

  private final ApiClasses api;

  public FastjsonConversions(ApiClasses api) {
    this.api = api;
  }

  /** Whether fastjson 1.x makes of an argument what was meant, without a generic call. */
  public boolean isReached(JavaType type) {
    if (type instanceof JavaType.Array array) {
      return isReached(array.element());
    }
    if (!(type instanceof JavaType.Named named)) {
      return true; // whatever stands for Object
    }
    String name = named.name();
    if (Containers.collection(name) != null || Containers.map(name) != null) {
      return named.arguments().stream().allMatch(this::isTelling) && isNamed(named);
    }
    boolean isOfApi = api.get(name) != null;
    return isOfApi
        ? named.arguments().stream().allMatch(this::isTelling)
        : isTelling(named) || ExactTypes.isExact(name);
  }

  /** A map whose keys aren't strings would have to be read with its type. */
  private static boolean isNamed(JavaType.Named type) {
    return Containers.map(type.name()) == null
        || type.arguments().isEmpty()
        || type.arguments().get(0).erasure().equals("java.lang.String");
  }

  private boolean isTelling(JavaType type) {
    String name = type.erasure();
    boolean isList = "java.util.ArrayList".equals(Containers.collection(name));
    boolean isMap = "java.util.LinkedHashMap".equals(Containers.map(name));
    return TELLING.contains(name)
        || (isList || isMap)
            && type instanceof JavaType.Named named
            && named.arguments().stream().allMatch(this::isTelling)
            && isNamed(named);
  }

  /**
   * @throws BadArgument if no call gets the parameter's values through
   */
  public void check(int index, Parameter parameter, Serialization in) {
    if (OptionalArguments.isOne(parameter)) {
      throw OptionalArguments.refused(index, name(in));
    }
    boolean isLost =
        in == Serialization.FASTJSON
            && parameter.type() instanceof JavaType.Named named
            && isClass(named.name())
            && !isReached(named);
    if (isLost) {
      throw BadArgument.at(
          index,
          "the provider's fastjson reads %s without what it's of, and would put maps into it%s"
              .formatted(parameter.type(), HINT));
    }
  }

  private boolean isClass(String name) {
    ApiClass known = api.get(name);
    return known != null && known.kind() != ApiClass.Kind.ENUM;
  }

  /**
   * Of a place that takes anything.
   *
   * @throws BadArgument if the value would arrive as something else
   */
  static void checkUntyped(Object value, Serialization in) {
    if (in == Serialization.HESSIAN2 || value == null) {
      return;
    } else if (value instanceof List<?> list) {
      list.forEach(element -> checkUntyped(element, in));
    } else if (value instanceof Map<?, ?> map) {
      map.values().forEach(element -> checkUntyped(element, in));
    } else if (!isSaid(value, in)) {
      throw unsaid(value, in);
    }
  }

  /** Not even hessian2 has a char. */
  private static BadArgument unsaid(Object value, Serialization in) {
    String type =
        value instanceof WireObject constant ? constant.type() : value.getClass().getTypeName();
    boolean isChar = value instanceof Character || value instanceof char[];
    return new BadArgument(
        "%s can't say that a value is a %s where anything is taken%s"
            .formatted(name(in), type, isChar ? "; a string can be sent" : HINT));
  }

  private static boolean isSaid(Object value, Serialization in) {
    if (value instanceof WireObject object) {
      return !object.isConstant();
    } else if (value instanceof Collection) {
      return true;
    } else if (in == Serialization.FASTJSON2) {
      return !LOST_IN_JSONB.contains(value.getClass().getName());
    } else if (value instanceof Double number) {
      return Double.isFinite(number);
    } else if (value instanceof Float number) {
      return Float.isFinite(number);
    }
    boolean isLong = value instanceof BigInteger whole && whole.bitLength() >= Long.SIZE;
    return isLong || TELLING_IN_TEXT.contains(value.getClass());
  }

  private static String name(Serialization in) {
    return in == Serialization.FASTJSON2 ? "fastjson2" : "fastjson";
  }
}
