/**
 * What HTTP/2 connections need that Vert.x doesn't do, at either end of them, and what those of
 * HTTP/1.1 do that come in at the same port.
 *
 * <pre>
 *  Http2Connections     those of a server
 *    Http2Windows       windows that follow bandwidth x delay, by Vert.x's public HttpConnection
 *    Flushes            when frames leave
 *    Resets             how often a stream is reset, by ResetStreams
 *    PipelinedRequests  what HTTP/1.1 sends ahead of its turn
 *    ResponseAbort      the end of an answer that nobody takes
 *      Sockets          the way to the socket, for the last four
 *  WriteQueues          what waits behind others on a stream takes little while nothing does
 * </pre>
 *
 * <p>A connection comes in when it's made, and afterwards what its readers have taken; pings and
 * settings go out. What the bytes mean it doesn't know, nor calls.
 */
package dev.vertxmesh.http2;
