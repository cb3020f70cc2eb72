/**
 * What links are encrypted with, and whom the other side of one has to prove to be. In come files
 * and names; out go what a listener and a client need, and why a peer is refused. Of frames nothing
 * is known here: they lie in TLS as they would in TCP.
 */
package dev.vertxmesh.link.tls;
