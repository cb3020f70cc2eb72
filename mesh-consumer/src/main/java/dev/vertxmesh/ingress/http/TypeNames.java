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

  /** Of an array (JVMS 4.3.2). */
  private static final int MOST_DIMENSIONS = 255;

  private TypeNames() {}

  /**
   * @param name {@code int}, {@code java.lang.String} or {@code String}, {@code byte[]}, or a
   *     descriptor already
   * @param place where it stands, for the error
   * @throws BadCall when it is none of these, or an array that no class could have
   */
  static String descriptor(String name, String place) {
    String whole = name.strip();
    int end = whole.length();
    int dimensions = 0;
    while (whole.startsWith("[]", end - 2)) {
      dimensions++;
      end = withoutSpace(whole, end - 2);
    }
    String element = whole.substring(0, end);
    if (dimensions + dimensionsOf(element) > MOST_DIMENSIONS) {
      throw new BadCall(
          "%s: an array of %d dimensions, expected at most %d"
              .formatted(place, dimensions + dimensionsOf(element), MOST_DIMENSIONS));
    }
    return "[".repeat(dimensions) + ofElement(element, name, place);
  }

  /** Where the text ends that ends here, or with white space. */
  private static int withoutSpace(String text, int end) {
    int last = end;
    while (last > 0 && Character.isWhitespace(text.charAt(last - 1))) {
      last--;
    }
    return last;
  }

  /** Those of a descriptor. */
  private static int dimensionsOf(String descriptor) {
    int dimensions = 0;
    while (descriptor.startsWith("[", dimensions)) {
      dimensions++;
    }
    return dimensions;
  }

  private static String ofElement(String element, String name, String place) {
    if (PRIMITIVES.containsKey(element)) {
      return PRIMITIVES.get(element);
    }
    if (JAVA_LANG.contains(element)) {
      return "Ljava/lang/" + element + ";";
    }
    if (isDescriptor(element)) {
      return element;
    }
    if (!isClassName(element)) {
      throw new BadCall(
          "%s: '%s' is not a type, expected such as int, java.lang.String or byte[]"
              .formatted(place, name));
    }
    return "L" + element.replace('.', '/') + ";";
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
