/**
 * HTTP/1.1 as RFC 9110 and RFC 9112 write it, and nothing that is near it: what two readers of the
 * same bytes may understand differently is refused before Vert.x's decoder has it, as a front proxy
 * and this agent must always see the same requests.
 *
 * <pre>
 *  GuardedServers    an HTTP server each of whose connections begins with a
 *    RequestGuard    Netty handler before the decoder: passes bytes on as they came, or refuses
 *      HeadBegun     that there's a part of a head behind a request
 *      TlsHello      who comes with TLS where there's none
 *      RequestWalk   where in a message the bytes are, which come in any pieces
 *        Http1RequestHead     request line, and what its headers say of the body
 *          FieldLines    lines of a header or a trailer section
 *        ChunkedBody     chunks and trailers
 *        HeadBytes       the bytes of lines, copied a part at a time
 *      KnownRequests those whose head has come before: what they become is known
 *        KnownHead
 * </pre>
 *
 * <p>Bytes come in and the same bytes go out, but for requests whose head is known: they go out as
 * the decoder would hand them on, past it. A refusal goes the way of a request that the decoder
 * couldn't read, so that answers keep their order; its cause is a {@link
 * dev.vertxmesh.http1.BadRequest}. HTTP/2 passes, after its preface or after an upgrade. What a
 * request asks for isn't known here.
 */
package dev.vertxmesh.http1;
