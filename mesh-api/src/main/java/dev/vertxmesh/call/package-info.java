/**
 * A call and its answer, free of any protocol.
 *
 * <p>In comes what an ingress understood; out goes what a bridge answered. This package knows no
 * other package of the mesh: no socket, no frame, no HTTP.
 *
 * <p>Ownership: the code that is handed a {@link dev.vertxmesh.call.Call} or a {@link
 * dev.vertxmesh.call.Reply} owns its payload and releases it, once, on every path.
 */
package dev.vertxmesh.call;
