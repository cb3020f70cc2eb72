package dev.vertxmesh.dubbo.wire;

/**
 * A value for a place of whose type the provider's fastjson knows the class at most: what is in it
 * is to tell its own types, {@code 1L}, {@code new Date(1)} and an object's {@code @type}. For
 * {@link dev.vertxmesh.dubbo.Serialization#FASTJSON} alone; any fastjson 1.x reads it, from Dubbo
 * 2.5 on.
 */
public record TypedJson(Object value) {}
