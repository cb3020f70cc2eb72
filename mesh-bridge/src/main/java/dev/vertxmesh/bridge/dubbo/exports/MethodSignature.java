package dev.vertxmesh.bridge.dubbo.exports;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A method as its provider tells it.
 *
 * @param parameterTypes as Java names them: {@code int}, {@code java.lang.String}, {@code byte[]};
 *     without what generic types are of
 * @param returnType in the same form; null when it wasn't told
 */
public record MethodSignature(String name, List<String> parameterTypes, String returnType) {

  private static final Pattern FORM =
      Pattern.compile("([\\w.$\\[\\]]+) ([\\w$]+)\\(([\\w.$\\[\\], ]*)\\)");

  public MethodSignature {
    parameterTypes = List.copyOf(parameterTypes);
  }

  /** Reads {@code int hash(java.lang.String,long)}; null if it's anything else. */
  static MethodSignature parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return null;
    }
    String types = matcher.group(3).replace(" ", "");
    return new MethodSignature(
        matcher.group(2),
        types.isEmpty() ? List.of() : List.of(types.split(",")),
        matcher.group(1));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    String call = name + "(" + String.join(",", parameterTypes) + ")";
    return returnType == null ? call : returnType + " " + call;
  }
}
