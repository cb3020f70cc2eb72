/**
 * The words of the Connect protocol, as far as they differ from gRPC's: content types, the query of
 * a GET, timeouts, and errors in JSON.
 *
 * <p>Texts and bytes come in and go out; requests, responses and calls are nobody's business here.
 * Messages of streams have gRPC's own prefix, whose flag 0x02 marks the last one, which is JSON:
 *
 * <pre>
 *  {"error": {"code": "not_found", "message": "…", "details": […]}, "metadata": {"name": ["value"]}}
 * </pre>
 *
 * <p>Source: <a href="https://connectrpc.com/docs/protocol">connectrpc.com/docs/protocol</a>.
 */
package dev.vertxmesh.ingress.grpc.connect;
