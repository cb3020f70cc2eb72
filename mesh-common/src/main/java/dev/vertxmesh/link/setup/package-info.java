/**
 * What links are set up with: options, bounds that all links of an agent share, and meters.
 *
 * <p>This package knows no socket.
 */
package dev.vertxmesh.link.setup;
