package dev.vertxmesh.dubbo.wire;

import java.util.Map;

/**
 * A map to be written, of a class that nothing here loads.
 *
 * @param type the class's name, such as {@code java.util.TreeMap}
 */
public record WireMap(String type, Map<?, ?> entries) {}
