package dev.vertxmesh.bridge.dubbo.api;

import java.util.List;

/**
 * What is known of a method's parameters and its result.
 *
 * @param descriptor their types in the JVM's form, such as {@code Ljava/lang/String;I}
 * @param names empty where they aren't known
 * @param types null where only the descriptor is known
 * @param returned what the method is declared to return; null where it isn't known
 */
public record Signature(
    String descriptor, List<String> names, List<JavaType> types, JavaType returned) {

  private static final String PRIMITIVES =
      "boolean Z byte B char C double D float F int I long J short S";

  /**
   * Types in the JVM's form.
   *
   * @param javaTypes as {@link JavaType#erasure} has them
   */
  public static String descriptor(List<String> javaTypes) {
    StringBuilder descriptor = new StringBuilder();
    javaTypes.forEach(type -> descriptor.append(descriptor(type)));
    return descriptor.toString();
  }

  private static String descriptor(String javaType) {
    if (javaType.endsWith("[]")) {
      return "[" + descriptor(javaType.substring(0, javaType.length() - 2));
    }
    int primitive = (" " + PRIMITIVES).indexOf(" " + javaType + " ");
    return primitive < 0
        ? "L" + javaType.replace('.', '/') + ";"
        : String.valueOf(PRIMITIVES.charAt(primitive + javaType.length() + 1));
  }

  /** Of a method of which nobody knows what it returns. */
  public Signature(String descriptor, List<String> names, List<JavaType> types) {
    this(descriptor, names, types, null);
  }
}
