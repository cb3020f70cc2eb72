/**
 * What the class files of a provider's API say: methods with their parameters' names and generic
 * types, classes with their fields.
 *
 * <p>In come jars and folders; out come {@link dev.vertxmesh.bridge.dubbo.api.Signature}s and
 * {@link dev.vertxmesh.bridge.dubbo.api.ApiClass}es. Class files are read as bytes: no class of an
 * API is ever loaded. It doesn't know JSON, or what goes over the wire.
 */
package dev.vertxmesh.bridge.dubbo.api;
