/**
 * Bounds the calls in flight to the provider, so that its thread pool is never overrun.
 *
 * <p>It stands before a Dubbo bridge, in a provider's agent and in a consumer's that has none
 * before it. Calls come in from all links or callers of one event loop; as many as the limit allows
 * go on, a bounded number waits, and the rest is refused at once. It doesn't know links, sockets or
 * protocols.
 */
package dev.vertxmesh.admission;
