/**
 * Dubbo's TCP protocol: bytes in, values out, and back.
 *
 * <p>In come buffers as a socket delivers them; out go whole messages, results as neutral values,
 * and encoded requests. This package knows no socket, no thread and no JSON, and it loads no class
 * that a peer names.
 *
 * <pre>
 *  0        1        2        3        4                                   12                16
 * +--------+--------+--------+--------+-----------------------------------+-----------------+------
 * |   MAGIC da bb   | FLAGS  | STATUS | ID, 64 opaque bits                | LENGTH of body  | BODY
 * +--------+--------+--------+--------+-----------------------------------+-----------------+------
 *
 * FLAGS   80 request   40 two-way: an answer is expected   20 event   1f serialization's number
 * STATUS  of a response; zero in a request
 *
 * request body       dubbo version, path, service version, method, descriptor,
 *                    each argument, the attachments as a map
 * response, OK       result flag 0 to 5 (see ResultReader), value, attachments
 * response, not OK   one string
 * event              null for a heartbeat, "R" for read-only, "W" for writeable
 * </pre>
 *
 * Numbers are big-endian. Bodies here are hessian2 ({@link
 * dev.vertxmesh.dubbo.DubboHeader#HESSIAN2}). The layout is that of {@code ExchangeCodec} and
 * {@code DubboCodec} in Apache Dubbo 2.6 to 3.3.
 */
package dev.vertxmesh.dubbo;
