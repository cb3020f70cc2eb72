package dev.vertxmesh.bridge.dubbo.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A type parameter of a class or a method.
 *
 * @param bound its first, which is what it's erased to
 */
public record TypeParameter(String name, JavaType bound) {

  /**
   * Of types that one stands for, so many are kept, and so deep: as each may name those before it
   * twice, a few dozen lines of Java would make more than there are bytes.
   */
  private static final int MOST_TYPES = 256;

  /**
   * What the parameters stand for.
   *
   * @param arguments may be fewer, or {@link JavaType#ANY}: then it's the bound; one of too many
   *     types is taken as if its own arguments were left out
   */
  static Map<String, JavaType> bind(List<TypeParameter> parameters, List<JavaType> arguments) {
    Map<String, JavaType> bound = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      TypeParameter parameter = parameters.get(i);
      boolean isGiven = i < arguments.size() && !arguments.get(i).equals(JavaType.ANY);
      JavaType type = isGiven ? arguments.get(i) : parameter.erasedBound(bound);
      bound.put(parameter.name, isSmall(type) ? type : raw(type));
    }
    return bound;
  }

  private static boolean isSmall(JavaType type) {
    return left(type, MOST_TYPES, TypeReader.DEEPEST) >= 0;
  }

  /** How many more there may be than a type consists of; negative if there are too many. */
  private static int left(JavaType type, int most, int deepest) {
    int left = deepest == 0 ? -1 : most - 1;
    if (type instanceof JavaType.Array array && left >= 0) {
      return left(array.element(), left, deepest - 1);
    } else if (type instanceof JavaType.Named named) {
      for (int i = 0; i < named.arguments().size() && left >= 0; i++) {
        left = left(named.arguments().get(i), left, deepest - 1);
      }
    }
    return left;
  }

  private static JavaType raw(JavaType type) {
    return type instanceof JavaType.Named named ? JavaType.of(named.name()) : JavaType.OBJECT;
  }

  /** A bound may name its own parameter: there it's anything. */
  private JavaType erasedBound(Map<String, JavaType> before) {
    Map<String, JavaType> known = new HashMap<>(before);
    known.put(name, JavaType.ANY);
    return bound.with(known);
  }
}
