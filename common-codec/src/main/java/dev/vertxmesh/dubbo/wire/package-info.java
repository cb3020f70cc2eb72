/**
 * Values of Dubbo's messages, whatever serialization they are in.
 *
 * <p>A {@link dev.vertxmesh.dubbo.wire.WireObject}, a list or a map is what a message says: names
 * and values, and no object of the class that it names. {@link
 * dev.vertxmesh.dubbo.wire.ValueReader} and {@link dev.vertxmesh.dubbo.wire.ValueWriter} are what
 * each serialization has for a body, {@link dev.vertxmesh.dubbo.wire.BodyItems} steps over what
 * nobody reads, and {@link dev.vertxmesh.dubbo.wire.Limits} bounds depth and weight.
 *
 * <p>This package knows no serialization and no message.
 */
package dev.vertxmesh.dubbo.wire;
