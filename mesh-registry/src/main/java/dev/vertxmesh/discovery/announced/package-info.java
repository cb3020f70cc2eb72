/**
 * What the mesh announces to Dubbo's own consumers, at both of Dubbo's levels and in whichever
 * registry.
 *
 * <pre>{@code
 * agents' instances ─► AnnouncedServices
 *
 * Instance, one service ──┬─► the interface level, as discovery.dubbo writes it
 *                         └─► AnnouncedLevels: all services of a port ─► ApplicationKeys
 *                               1  METADATA of a revision   2  MAPPING of each interface
 *                               3  the instance itself
 * }</pre>
 *
 * <p>The application is {@code vertx-mesh}; each port that an agent takes calls at is an instance
 * of it. What a provider agent announces at the address of a gateway is an application for each
 * service, with an instance for each agent, so that none writes over another's. A consumer that
 * sees an instance finds all that it says: what it refers to is written before it, and taken away
 * after it. Where things stand is an {@link dev.vertxmesh.discovery.announced.ApplicationPlace}'s
 * business: this package knows no registry.
 */
package dev.vertxmesh.discovery.announced;
