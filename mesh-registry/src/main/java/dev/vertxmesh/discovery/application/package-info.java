/**
 * Dubbo's application level, read: which applications have a service, who runs them, and what such
 * an instance serves.
 *
 * <pre>{@code
 * INTERFACE ─► MappedApplications ─► APPLICATION ─► ApplicationInstance, revision ─► MetadataInfo
 *              "shop,shop-v2"                       {"dubbo.endpoints": …}           {"services": …}
 * }</pre>
 *
 * <p>In go texts and maps as registries have them, out come the entries of {@code discovery.dubbo},
 * as the interface level has them too. What all instances of a revision serve is asked for once, by
 * {@link dev.vertxmesh.discovery.application.MetadataCache}, which asks a {@link
 * dev.vertxmesh.discovery.application.MetadataSource}. Whatever a text says is data; all of it is
 * bounded. This package knows no registry, no thread and no clock.
 */
package dev.vertxmesh.discovery.application;
