/**
 * A network that isn't there, below Netty's channels: Vert.x connects and listens by {@code
 * SimTransport}, and what it writes arrives late, in other pieces, or not. A connection is what the
 * kernels at both ends have of it, so that it may live on at one end alone. Knows bytes only.
 */
package dev.vertxmesh.simulation.net;
