package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import java.util.function.Function;

/** The names of a JSON object's members as the keys of a map. */
record MapKeys(ApiClasses api) {

  /** Makes keys of the type; of one that no name can be, refuses each. */
  Function<String, Object> of(JavaType type) {
    String name = type.erasure();
    ExactTypes.Type exact = ExactTypes.of(name);
    ApiClass known = api.get(name);
    if (KnownTypes.isAnything(name) || exact != null && exact.javaClass() == String.class) {
      return text -> text;
    } else if (exact != null) {
      return text -> exact(exact, text);
    } else if (known != null && known.kind() == ApiClass.Kind.ENUM) {
      return new EnumConstants(known)::get;
    }
    return text -> {
      throw new BadArgument("a member's name can't be " + name);
    };
  }

  private static Object exact(ExactTypes.Type type, String text) {
    boolean isWrong =
        type.form() == ExactTypes.Form.TRUTH && !text.equals("true") && !text.equals("false");
    if (isWrong) {
      throw new BadArgument(Numbers.quoted(text) + " is neither true nor false");
    }
    return type.read(text);
  }
}
