/**
 * The bridge to a gRPC server, a Triple provider of Dubbo 3 among them.
 *
 * <p>In comes a {@link dev.vertxmesh.call.Call} with an {@link dev.vertxmesh.call.Exchange}; out
 * goes a stream on an HTTP/2 connection that this event loop has to the server, and what comes back
 * on it is the answer. Messages pass unread, each direction as fast as its reader reads.
 *
 * <pre>
 *  GrpcBridge           connects, reconnects, and knows which connection has room for a call
 *    GrpcConnection     one socket: its streams, and whether the server wants it no more
 *      BridgedCall      one stream: begins, answers, and ends once
 *        SentRequest    what can be sent again, if the server was leaving and hasn't taken it
 *        ResponseStream what the server sends, looked at as it passes
 *        StreamErrors   what a stream's end without a status means to the caller
 *    ServerQueries      what the server serves, by its reflection service
 *      HealthWatcher    which of that answers, by its health service where it has one
 * </pre>
 *
 * <p>It doesn't know who calls, how many may be in flight, or what happens at a deadline: it tells
 * the server, and ends what is cancelled.
 */
package dev.vertxmesh.bridge.grpc;
