/**
 * Who an agent is over TLS, and whom it trusts, at any listener or client of it.
 *
 * <pre>
 *  TlsFiles          where they stand, all in PEM
 *    PemFile         one file's blocks
 *    PemKey          a private key of any of the usual kinds
 *    CertifiedKey    a key and its certificates, which fit
 *  TlsMaterial       what was read and checked: options for Vert.x and Netty
 *    ServerNameKeys  which of several certificates a client asks for
 *    OpenSslClients  what OpenSSL says of a client's certificate
 *  WatchedTls        looks for newer files while the agent runs
 *  TlsClient         TLS of connections that are made
 *    RenewedContext  which are by what the files have then
 *    RenewedEngine   of Vert.x' clients, too
 *  PeerNames         whom a certificate is for
 *  listener          TLS at a port
 * </pre>
 *
 * <p>In come paths; out go what Vert.x and Netty need for a handshake, and one line for a person
 * where a file is no good. No text of a file goes into it. What a name may do isn't known here.
 */
package dev.vertxmesh.net.tls;
