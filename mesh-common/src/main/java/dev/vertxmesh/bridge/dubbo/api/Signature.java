package dev.vertxmesh.bridge.dubbo.api;

import java.util.List;

/**
 * What is known of a method's parameters.
 *
 * @param descriptor their types in the JVM's form, such as {@code Ljava/lang/String;I}
 * @param names empty where they aren't known
 * @param types null where only the descriptor is known
 */
public record Signature(String descriptor, List<String> names, List<JavaType> types) {}
