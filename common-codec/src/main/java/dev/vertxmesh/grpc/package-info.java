/**
 * gRPC's bytes, as far as the mesh itself writes or reads them: how messages follow one another,
 * the numbers and texts of statuses, and the few messages of the reflection and health services.
 *
 * <p>Bytes come in and go out. The messages of the calls that pass through are nobody's business
 * here, nor are HTTP and its headers.
 *
 * <pre>
 *  0        1                             5
 *  | flag u8 | length of the message u32    | the message ...
 *    0x00 plain, 0x01 compressed as grpc-encoding says; gRPC-Web: 0x80 trailers as text
 * </pre>
 *
 * <p>Sources: grpc/doc/PROTOCOL-HTTP2.md, PROTOCOL-WEB.md, and and the two services' own .proto
 * files, which {@code src/main/proto} follows.
 */
package dev.vertxmesh.grpc;
