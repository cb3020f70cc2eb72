/**
 * Windows that follow bandwidth x delay: how many bytes a sender may have under way, and how that
 * number is found.
 *
 * <p>Counts of bytes and times come in, a window goes out. Whether a link or an HTTP/2 connection
 * asks, what a ping looks like there and how a window is sent, this package doesn't know.
 *
 * <pre>
 *  sender                                    receiver
 *    |  ================ data ================>|  onData: ping now
 *    |<- - - - - - - - - ping - - - - - - - - -|  onPing
 *    |  ================ data ================>|  onData    \ the sample: what comes
 *    |  ================ data ================>|  onData    / within one round trip
 *    | - - - - - - - - - pong - - - - - - - - >|  onPong: the window, if it's another
 * </pre>
 */
package dev.vertxmesh.flow;
