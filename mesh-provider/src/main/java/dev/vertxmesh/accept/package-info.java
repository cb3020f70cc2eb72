/**
 * Accepts links from consumer agents. Sockets come in; calls go to the next layer, which doesn't
 * know where they came from. How many calls are allowed, it asks the {@code admission}.
 */
package dev.vertxmesh.accept;
