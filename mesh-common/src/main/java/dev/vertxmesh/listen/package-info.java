/**
 * The connections that come in at a port: how many there may be, how long each may take for what,
 * and what frames it may send.
 *
 * <pre>
 *  Gate                 those of one event loop: room for a new one, one sweep over all
 *    ConnectionCount    how many there are, of all loops
 *    FileDescriptors    how many the process may have open
 *    HeldBytes          what all of them hold together
 *    OpenStreams        requests over HTTP/2, and what their large heads hold, by HeadSize
 *    AcceptBrake        no more are accepted than are looked at
 *    ConnectionGuard    one of them, from its first byte; where it stands is its ConnectionPhase
 *      Preface          which protocol it begins with
 *      HandshakeWatch when TLS before it is there
 *      Http1Turns       its requests and answers over HTTP/1.1
 *        Upgrade        whether one may go on as HTTP/2
 *        RequestsOwed   what those hold that aren't answered
 *      FrameGuard       its frames over HTTP/2
 *        PingCheck      whether the other side is still there
 *        FrameWalk      where frames begin in the bytes
 *        FrameBudget    which of them are too many
 *  PortRoom             room for the connections of a port that isn't HTTP's
 * </pre>
 *
 * <p>Sockets come in as they are accepted; what goes out is their end, where a bound says so. What
 * a request means this package doesn't know, nor how long a call or a stream may take.
 */
package dev.vertxmesh.listen;
