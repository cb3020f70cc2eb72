/**
 * The settings of TLS at the consumer agent's ports, and what becomes of them. In come files'
 * names; out goes what the ports accept connections with. Who may connect is the authority's to
 * say.
 */
package dev.vertxmesh.consumer.tls;
