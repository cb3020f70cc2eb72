package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Results in fastjson, which says no classes at all, and in fastjson2, which says only those that
 * aren't the declared ones.
 */
public final class FastjsonResults extends ResultTypes {

  private static final String CLASS = "class";

  private static final Map<String, Object> ZEROS =
      Map.of(
          "boolean", false, "char", "\0", "byte", 0, "short", 0, "int", 0, "long", 0, "float", 0.0,
          "double", 0.0);

  private final boolean leavesZerosOut;

  /**
   * @param leavesZerosOut whether the serialization leaves out what is zero or false, as Dubbo's
   *     fastjson2 does
   */
  public FastjsonResults(ApiClasses api, boolean leavesZerosOut) {
    super(api);
    this.leavesZerosOut = leavesZerosOut;
  }

  @Override
  void checkCompleted(Object value) {
    boolean isFuture =
        value instanceof Map<?, ?> map && map.containsKey("done") && map.containsKey("cancelled");
    if (isFuture) {
      throw new DubboCodecException(
          "the provider's Dubbo, which is older than 2.7, sent the future itself, without a"
              + " result");
    }
  }

  @Override
  Object single(Object value, JavaType type) {
    if (!(type instanceof JavaType.Named named)) {
      return value;
    } else if (value == null) {
      FastjsonScalars.checkNull(named.name());
      return null;
    }
    ApiClass known = api.get(named.name());
    return known != null && known.kind() == ApiClass.Kind.ENUM
        ? FastjsonScalars.constant(known, value)
        : FastjsonScalars.read(value, named.name());
  }

  @Override
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

  @Override
  Members members(JavaType type, WireObject given) {
    JavaType.Named said = said(type, given.type());
    if (said == null) {
      return null;
    }
    Map<String, Object> all = new LinkedHashMap<>();
    for (int i = 0; i < given.size(); i++) {
      all.put(given.name(i), given.value(i));
    }
    return members(said, all);
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
