/**
 * The agents' protocol: frames over a byte stream.
 *
 * <pre>
 *  0               4   5     6       8               12          12+fields      12+length
 *  +---------------+---+-----+-------+---------------+-----------+--------------+
 *  | length        |typ|flags|fields | id            | fields    | payload      |
 *  +---------------+---+-----+-------+---------------+-----------+--------------+
 *    u32, without    u8  u8    u16     u32, the call,
 *    these 12 bytes                    0: the link
 * </pre>
 *
 * <p>All numbers are big-endian. {@code docs/protocol.md} draws every type byte by byte, with the
 * golden bytes that this package's tests read.
 *
 * <p>Bytes come in, {@link dev.vertxmesh.frame.Frame}s go out, and the reverse. One final class a
 * frame type, with static functions that read at absolute offsets. What the payload means, who is
 * called and what a socket is, this package doesn't know.
 */
package dev.vertxmesh.frame;
