/**
 * TLS at a port, before all else that is in a connection.
 *
 * <pre>
 *  TlsListener           puts it there
 *    PlainTextGuard      refuses plain text
 *    HandshakeTasks      what a handshake by the JDK has computed
 *      HandshakeThread   where
 *    TlsHandshake        a handshake's end
 *    RefusedHandshakes   why it failed, as kinds
 *    LastWord            a client hears why it failed
 * </pre>
 */
package dev.vertxmesh.net.tls.listener;
