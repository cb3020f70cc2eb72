package dev.vertxmesh.dubbo.wire;

import java.util.List;

/**
 * A collection or an array to be written, of a type that nothing here loads.
 *
 * @param type a collection's class, such as {@code java.util.TreeSet}; of an array its elements'
 *     after a bracket for each dimension, such as {@code [com.example.User}
 */
public record WireList(String type, List<?> elements) {}
