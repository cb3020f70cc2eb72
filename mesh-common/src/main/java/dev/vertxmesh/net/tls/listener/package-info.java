/**
 * TLS at a port, before all else that is in a connection.
 *
 * <pre>
 *  TlsListener           puts it there
 *    PlainTextGuard      who speaks none
 *    HandshakeThread     where the JDK's handshakes are computed
 *    TlsHandshake        a handshake's end
 *    RefusedHandshakes   what it came to nothing for
 *    LastWord            why it failed is heard
 * </pre>
 */
package dev.vertxmesh.net.tls.listener;
