/**
 * What gRPC over HTTP/2 looks like, as far as one who carries it at either end has to know: the
 * prefix of each message, the timeout, and which headers are metadata. No socket is known here, and
 * no message is read.
 *
 * <pre>
 * request    :method POST, :path /{package.Service}/{Method}, te: trailers, content-type, metadata
 *            [grpc-timeout]  (message)*  half-close
 * answer     :status 200, content-type, metadata  (message)*  grpc-status, [grpc-message], metadata
 * trailers   an answer without messages may be its headers alone, grpc-status among them
 *
 * message     0        1               5
 *             | flag   | length (u32)  | length bytes
 *             flag: 0 as it is, 1 compressed by grpc-encoding
 * </pre>
 *
 * <p>Source: <a href="https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md">gRPC over
 * HTTP2</a>.
 */
package dev.vertxmesh.grpchttp;
