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
   * What the parameters stand for.
   *
   * @param arguments may be fewer, or {@link JavaType#ANY}: then it's the bound
   */
  static Map<String, JavaType> bind(List<TypeParameter> parameters, List<JavaType> arguments) {
    Map<String, JavaType> bound = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      TypeParameter parameter = parameters.get(i);
      boolean isGiven = i < arguments.size() && !arguments.get(i).equals(JavaType.ANY);
      bound.put(parameter.name, isGiven ? arguments.get(i) : parameter.erasedBound(bound));
    }
    return bound;
  }

  /** A bound may name its own parameter: there it's anything. */
  private JavaType erasedBound(Map<String, JavaType> before) {
    Map<String, JavaType> known = new HashMap<>(before);
    known.put(name, JavaType.ANY);
    return bound.with(known);
  }
}
