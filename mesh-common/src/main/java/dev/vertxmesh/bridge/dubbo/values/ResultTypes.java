package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.DubboCodecException;
import dev.vertxmesh.dubbo.WireObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads results as their method declares them, where the serialization leaves that out: fastjson
 * says no classes at all, and fastjson2 only those that aren't the declared ones. What is declared
 * and what came may be at odds; then what came is taken as it stands. For one event loop.
 */
public final class ResultTypes {

  private static final String CLASS = "class";

  private static final Set<String> FUTURES =
      Set.of(
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Future");

  private static final Map<String, Object> ZEROS =
      Map.of(
          "boolean", false, "char", "\0", "byte", 0, "short", 0, "int", 0, "long", 0, "float", 0.0,
          "double", 0.0);

  private final ApiClasses api;
  private final boolean leavesZerosOut;
  private final Map<JavaType.Named, Map<String, JavaType>> fields = new HashMap<>();

  /**
   * @param leavesZerosOut whether the serialization leaves out what is zero or false, as Dubbo's
   *     fastjson2 does
   */
  public ResultTypes(ApiClasses api, boolean leavesZerosOut) {
    this.api = api;
    this.leavesZerosOut = leavesZerosOut;
  }

  /**
   * What a result is to be read as.
   *
   * @param isFuture whether the method hands out a future of it
   */
  public record Declared(ResultTypes types, JavaType type, boolean isFuture) {

    /**
     * The result, if it's a single value as that; else as it came.
     *
     * @throws DubboCodecException if it can't be what is declared
     */
    public Object whole(Object value) {
      boolean isFutureItself =
          isFuture
              && value instanceof Map<?, ?> map
              && map.containsKey("done")
              && map.containsKey("cancelled");
      if (isFutureItself) {
        throw new DubboCodecException(
            "the provider's Dubbo, which is older than 2.7, sent the future itself, without a"
                + " result");
      }
      return types.single(value, inside(type));
    }
  }

  /** An object's class, as far as it's known, and its members. */
  record Members(String className, List<Member> all) {}

  /** One of them. */
  record Member(String name, Object value, JavaType type) {}

  /**
   * @param returned null where it isn't known
   */
  public Declared declared(JavaType returned) {
    if (returned == null) {
      return new Declared(this, JavaType.OBJECT, false);
    }
    boolean isFuture = FUTURES.contains(returned.erasure());
    return new Declared(this, isFuture ? argument(returned, 0) : returned, isFuture);
  }

  /** What a value of the type is written as: of an Optional its own value. */
  static JavaType inside(JavaType type) {
    return type.erasure().equals("java.util.Optional") ? inside(argument(type, 0)) : type;
  }

  /** What a list's elements are declared as; null of null. */
  static JavaType element(JavaType type) {
    if (type instanceof JavaType.Array array) {
      return array.element();
    }
    boolean isCollection = type != null && Containers.collection(type.erasure()) != null;
    return isCollection ? argument(type, 0) : objectOrNull(type);
  }

  /** What a map's keys are declared as; null of null. */
  static JavaType key(JavaType type) {
    return isMap(type) ? argument(type, 0) : objectOrNull(type);
  }

  /** What a map's values are declared as; null of null. */
  public static JavaType value(JavaType type) {
    return isMap(type) ? argument(type, 1) : objectOrNull(type);
  }

  private static boolean isMap(JavaType type) {
    return type != null && Containers.map(type.erasure()) != null;
  }

  private static JavaType objectOrNull(JavaType type) {
    return type == null ? null : JavaType.OBJECT;
  }

  private static JavaType argument(JavaType type, int index) {
    return type instanceof JavaType.Named named && index < named.arguments().size()
        ? named.arguments().get(index)
        : JavaType.OBJECT;
  }

  /**
   * A value that has no others in it as what it's declared as; any other as it is.
   *
   * @throws DubboCodecException if it can't be that
   */
  Object single(Object value, JavaType type) {
    if (!(type instanceof JavaType.Named named)) {
      return value;
    } else if (value == null) {
      SingleResults.checkNull(named.name());
      return null;
    }
    ApiClass known = api.get(named.name());
    return known != null && known.kind() == ApiClass.Kind.ENUM
        ? SingleResults.constant(known, value)
        : SingleResults.read(value, named.name());
  }

  /**
   * Of an object without a class of its own; null if the API doesn't have what it's declared as.
   */
  Members members(JavaType type, Map<?, ?> given) {
    Object name = given.get(CLASS); // of a generic call
    if (!(type instanceof JavaType.Named named) || isMap(type)) {
      return null;
    }
    for (Object key : given.keySet()) {
      if (!(key instanceof String)) {
        return null;
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    given.forEach((key, value) -> all.put((String) key, value));
    JavaType.Named said = name instanceof String text ? said(named, text) : null;
    if (said != null && !fields(said).containsKey(CLASS)) {
      all.remove(CLASS);
    }
    JavaType.Named chosen = said != null ? said : chosen(named, all.keySet());
    return chosen == null ? null : members(chosen, all);
  }

  /** Of an object with a class; null if the API doesn't have it. */
  Members members(JavaType type, WireObject given) {
    JavaType.Named declared = type instanceof JavaType.Named named ? named : JavaType.of("");
    JavaType.Named said = said(declared, given.type());
    if (said == null) {
      return null;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    for (int i = 0; i < given.size(); i++) {
      all.put(given.name(i), given.value(i));
    }
    return members(said, all);
  }

  /** The class that an object names, with what the declared type puts in; null if it's unknown. */
  private JavaType.Named said(JavaType.Named declared, String className) {
    JavaType.Named below = api.below(declared, className);
    JavaType.Named said = below != null ? below : JavaType.of(className);
    return isObject(className) && fields(said) != null ? said : null;
  }

  private boolean isObject(String className) {
    ApiClass known = api.get(className);
    return known != null && known.kind() == ApiClass.Kind.CLASS;
  }

  /**
   * The class below the declared one that has most of the members, itself before others; null if
   * none is known, or none stands out of those that are below what is abstract.
   */
  private JavaType.Named chosen(JavaType.Named declared, Set<String> members) {
    if (api.get(declared.name()) == null) {
      return null;
    }
    boolean isItself = isObject(declared.name()) && fields(declared) != null;
    int most = isItself ? known(declared, members) : -1;
    if (most == members.size()) {
      return declared;
    }
    JavaType.Named chosen = isItself ? declared : null;
    for (String name : api.implementations(declared.name())) {
      JavaType.Named below = said(declared, name);
      int count = below == null ? -1 : known(below, members);
      if (count > most) {
        most = count;
        chosen = below;
      } else if (count == most && !isItself) {
        chosen = null;
      }
    }
    return chosen;
  }

  private int known(JavaType.Named type, Set<String> members) {
    Map<String, JavaType> known = fields(type);
    return (int) members.stream().filter(member -> field(known, member) != null).count();
  }

  /** Null if no one knows how the class is sent. */
  private Map<String, JavaType> fields(JavaType.Named type) {
    return fields.computeIfAbsent(type, api::fields);
  }

  /** The field that a member is the value of: {@code active} may be that of {@code isActive}. */
  private static String field(Map<String, JavaType> known, String member) {
    if (known.containsKey(member) || member.isEmpty()) {
      return known.containsKey(member) ? member : null;
    }
    String truth = "is" + Character.toUpperCase(member.charAt(0)) + member.substring(1);
    JavaType type = known.get(truth);
    return type != null && type.erasure().equals("boolean") ? truth : null;
  }

  /**
   * The fields in order, and then what isn't one: what a getter of the provider's makes up, or a
   * field by another name. Where there are such, nobody knows what a field is that isn't there.
   */
  private Members members(JavaType.Named type, Map<String, Object> given) {
    Map<String, JavaType> known = fields(type);
    Map<String, Object> values = new HashMap<>();
    List<Member> others = new ArrayList<>();
    given.forEach(
        (name, value) -> {
          String field = field(known, name);
          if (field == null) {
            others.add(new Member(name, value, JavaType.OBJECT));
          } else {
            values.put(field, value);
          }
        });
    List<Member> all = new ArrayList<>();
    known.forEach(
        (name, fieldType) -> {
          Object zero = ZEROS.get(fieldType.erasure());
          if (values.containsKey(name)) {
            all.add(new Member(name, values.get(name), fieldType));
          } else if (others.isEmpty() && (zero == null || leavesZerosOut)) {
            all.add(new Member(name, zero, fieldType));
          }
        });
    all.addAll(others);
    return new Members(type.name(), all);
  }
}
