package dev.vertxmesh.ingress.http;

import java.util.Map;
import java.util.Set;

/** Types as people write them, and as the JVM does (JVMS 4.3.2). */
final class TypeNames {

  private static final Map<String, String> PRIMITIVES =
      Map.of(
          "boolean", "Z", "byte", "B", "char", "C", "short", "S", "int", "I", "long", "J", "float",
          "F", "double", "D");

  /** What nobody writes out in full. */
  private static final Set<String> JAVA_LANG =
      Set.of(
          "Object",
          "String",
          "Boolean",
          "Byte",
          "Character",
          "Short",
          "Integer",
          "Long",
          "Float",
          "Double",
          "Number",
          "CharSequence");

  private TypeNames() {}

  /**
   * @param name {@code int}, {@code java.lang.String} or {@code String}, {@code byte[]}, or a
   *     descriptor already
   * @param place where it stands, for the error
   * @throws BadCall when it is none of these
   */
  static String descriptor(String name, String place) {
    String element = name.strip();
    StringBuilder descriptor = new StringBuilder();
    while (element.endsWith("[]")) {
      descriptor.append('[');
      element = element.substring(0, element.length() - 2).strip();
    }
    if (PRIMITIVES.containsKey(element)) {
      return descriptor.append(PRIMITIVES.get(element)).toString();
    }
    if (JAVA_LANG.contains(element)) {
      return descriptor.append("Ljava/lang/").append(element).append(';').toString();
    }
    if (isDescriptor(element)) {
      return descriptor.append(element).toString();
    }
    if (!isClassName(element)) {
      throw new BadCall(
          "%s: '%s' is not a type, expected such as int, java.lang.String or byte[]"
              .formatted(place, name));
    }
    return descriptor.append('L').append(element.replace('.', '/')).append(';').toString();
  }

  private static boolean isDescriptor(String text) {
    return text.startsWith("[")
        || text.startsWith("L") && text.endsWith(";")
        || PRIMITIVES.containsValue(text);
  }

  private static boolean isClassName(String text) {
    return !text.isEmpty()
        && Character.isJavaIdentifierStart(text.charAt(0))
        && !text.endsWith(".")
        && text.chars().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c));
  }
}
