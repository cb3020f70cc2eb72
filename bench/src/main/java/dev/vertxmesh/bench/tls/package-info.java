/**
 * What TLS costs a listener's event loop, by the JDK's engine and by OpenSSL's, without a socket.
 */
package dev.vertxmesh.bench.tls;
