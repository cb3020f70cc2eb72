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

  /** Of a method of which nobody knows what it returns. */
  public Signature(String descriptor, List<String> names, List<JavaType> types) {
    this(descriptor, names, types, null);
  }
}
