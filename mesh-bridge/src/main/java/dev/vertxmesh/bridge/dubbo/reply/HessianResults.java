package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Results in hessian2, which say their types themselves but for one: a {@code float} comes as a
 * double, 0.1 as 0.10000000149011612. Where it's declared it's written with its own digits.
 */
public final class HessianResults extends ResultTypes {

  private static final Set<String> FLOATS = Set.of("float", "java.lang.Float");

  /** The fields that are floats, or may hold some. */
  private final Map<JavaType.Named, Map<String, JavaType>> floats = new HashMap<>();

  public HessianResults(ApiClasses api) {
    super(api);
  }

  /** A provider that can't wait for it fails to write it. */
  @Override
  void checkCompleted(Object value) {}

  @Override
  Object single(Object value, JavaType type) {
    if (!(value instanceof Double number) || !FLOATS.contains(type.erasure())) {
      return value;
    }
    float single = number.floatValue();
    return number == single ? Double.valueOf(Float.toString(single)) : number;
  }

  /** It's a map. */
  @Override
  Members members(JavaType type, Map<?, ?> given) {
    return null;
  }

  @Override
  Members members(JavaType type, WireObject given) {
    // what the declared type puts into the class matters where that is a float alone
    JavaType.Named said = said(namesFloat(type) ? type : null, given.type());
    Map<String, JavaType> typed = said == null ? Map.of() : floats(said);
    if (typed.isEmpty()) {
      return null;
    }
    List<Member> all = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      JavaType field = typed.getOrDefault(given.name(i), JavaType.OBJECT);
      all.add(new Member(given.name(i), given.value(i), field));
    }
    return new Members(given.type(), all);
  }

  private Map<String, JavaType> floats(JavaType.Named type) {
    Map<String, JavaType> known = floats.get(type);
    if (known == null) {
      known = new HashMap<>(fields(type));
      known.values().removeIf(field -> !namesFloat(field));
      floats.put(type, known);
    }
    return known;
  }

  private static boolean namesFloat(JavaType type) {
    if (type instanceof JavaType.Array array) {
      return namesFloat(array.element());
    }
    return FLOATS.contains(type.erasure())
        || type instanceof JavaType.Named named
            && named.arguments().stream().anyMatch(HessianResults::namesFloat);
  }
}
