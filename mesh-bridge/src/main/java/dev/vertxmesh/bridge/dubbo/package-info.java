/**
 * The bridge to a Dubbo provider.
 *
 * <p>In comes a {@link dev.vertxmesh.call.Call} with its arguments as JSON or text, or as the body
 * of a Dubbo request, which passes unread; out goes a request on the one connection that this event
 * loop has to the provider, and what comes back for it is the {@link dev.vertxmesh.call.Reply}.
 *
 * <pre>
 *  DubboBridge            connects, reconnects, and knows which connection takes new calls
 *    DubboConnection      one socket: calls in flight, KeepAlive
 *      ConnectionWriter   what is written, by a WriteBatch (one flush a turn)
 *      CallPlanner        how a call is put, which the first waits for (CapabilityProbe)
 *      CallCompletion     what a response, and its absence, means to the caller
 *      RequestEncoder     call to bytes
 *      ReplyDecoder       bytes to reply, or to the failure that they mean
 * </pre>
 *
 * <p>It doesn't know who calls, how many may be in flight, or when a call's deadline is: a call
 * stays in flight until its answer comes or the connection ends, whether or not it was cancelled,
 * because the provider's thread is busy for as long. Who was cancelled and has no answer for long
 * isn't waited for any more ({@link dev.vertxmesh.bridge.dubbo.connection.PendingResponses}).
 */
package dev.vertxmesh.bridge.dubbo;
