/**
 * Dubbo's TCP protocol: bytes in, values out, and back.
 *
 * <p>In come buffers as a socket delivers them; out go whole messages, results as neutral values,
 * and encoded requests. This package knows no socket, no thread and nobody else's JSON, and it
 * loads no class that a peer names. Those that attacks are made of it refuses ({@link
 * dev.vertxmesh.dubbo.classfilter.DeniedClasses}), in what it reads and in what is only stepped
 * over.
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
 * Numbers are big-endian. How the values of a body are laid out, the serialization's number says,
 * and where that is fastjson's the body's first byte:
 *
 * <pre>
 *  2  hessian2          value, value, ...      classes and references numbered through the body
 *  6  fastjson          JSON \n, JSON \n, ...  Dubbo 2.5 to 2.7; names no classes
 *  6  fastjson counted  length, JSON, ...      the extension for Dubbo 3; names classes
 * 23  fastjson2         length, JSONB, ...     drawn at Jsonb; names classes
 * </pre>
 *
 * Each is a constant of {@link dev.vertxmesh.dubbo.Serialization}, which has a {@link
 * dev.vertxmesh.dubbo.wire.ValueReader} and a {@link dev.vertxmesh.dubbo.wire.ValueWriter} for a
 * body. The layout is that of {@code ExchangeCodec} and {@code DubboCodec} in Apache Dubbo 2.6 to
 * 3.3.
 */
package dev.vertxmesh.dubbo;
