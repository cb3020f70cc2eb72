/**
 * Bounds the calls in flight to the provider, so that its thread pool is never overrun.
 *
 * <p>Calls come in from all links of one event loop; as many as the limit allows go on, a bounded
 * number waits, and the rest is refused at once. It doesn't know links, sockets or protocols.
 */
package dev.vertxmesh.admission;
