/** Who may talk to whom, by certificates: real handshakes between real agents. */
package dev.vertxmesh.it.security;
