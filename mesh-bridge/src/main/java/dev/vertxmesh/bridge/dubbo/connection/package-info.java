/**
 * One socket to a Dubbo provider: the calls in flight on it, and how the provider behind it is
 * spoken to.
 *
 * <p>A call comes in, its reply or its failure goes out. Whatever ends first, a call ends exactly
 * once: by its response, by the connection's end, or by the wait for a response that never comes.
 *
 * <p>{@link dev.vertxmesh.bridge.dubbo.connection.CapabilityProbe} finds out the release, {@code
 * SignatureProbe} the types of methods that nobody tells.
 *
 * <p>This package doesn't know when to connect again, nor how arguments and results are converted.
 */
package dev.vertxmesh.bridge.dubbo.connection;
