/**
 * Who is where.
 *
 * <p>In goes what an agent announces about itself, an {@link dev.vertxmesh.discovery.Instance}; out
 * come immutable snapshots of all instances, one whenever something changed, on the context of the
 * watcher. {@link dev.vertxmesh.discovery.Registries} turns a URL into a {@link
 * dev.vertxmesh.discovery.Registry}; each kind of registry is a {@link
 * dev.vertxmesh.discovery.RegistryScheme} in a package of its own, found as a service.
 *
 * <p>This package knows no sockets, no balancing and no links: what is done with an instance is
 * others' business.
 */
package dev.vertxmesh.discovery;
