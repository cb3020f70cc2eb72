/**
 * The ways to all endpoints that the registry tells of: one an address, for one event loop. To an
 * agent it is a link, to a provider without an agent a bridge.
 *
 * <p>Snapshots of the registry come in; endpoints that can be called go out to the balancer. It
 * knows sockets and registrations, and not how an endpoint is chosen.
 */
package dev.vertxmesh.links;
