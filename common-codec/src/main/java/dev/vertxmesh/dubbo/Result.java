package dev.vertxmesh.dubbo;

import java.util.Map;

/**
 * What a method answered.
 *
 * @param thrown whether the method threw {@code value} instead of returning it
 * @param value null, Boolean, Integer, Long, Double, String, {@link java.util.Date}, byte[], List,
 *     Map or {@link dev.vertxmesh.dubbo.wire.WireObject}; lists, maps and objects may contain
 *     themselves
 * @param attachments of the response
 */
public record Result(boolean thrown, Object value, Map<String, Object> attachments) {}
