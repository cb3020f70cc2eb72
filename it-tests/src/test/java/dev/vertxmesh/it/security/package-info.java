/** Who may do what, and talk to whom: real callers, agents, providers and handshakes. */
package dev.vertxmesh.it.security;
