/**
 * The multiplexed TCP connection between two agents.
 *
 * <p>Calls come in on the side that opened the link ({@link dev.vertxmesh.link.ClientLink}) and
 * come out on the side that accepted it ({@link dev.vertxmesh.link.ServerLink}); replies go back.
 * Both stand on {@link dev.vertxmesh.link.LinkSocket}, which greets, keeps alive, flushes once a
 * turn of the event loop and ends once. A link belongs to one event loop and is touched on that
 * alone.
 *
 * <p>It doesn't know who is where, which link a call should take, nor what a payload means.
 */
package dev.vertxmesh.link;
