/**
 * Where an agent is the client of TLS: what becomes of each peer that isn't the one that it should
 * be. A class has a row of the table in {@code docs/security.md}, and {@link Peer} the columns.
 */
package dev.vertxmesh.it.handshake;
