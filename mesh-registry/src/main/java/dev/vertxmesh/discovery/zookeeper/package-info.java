/**
 * {@code zookeeper://}, by ZooKeeper's own client.
 *
 * <pre>{@code
 * <root>/<interface>/providers/<URL>    a provider of an interface; all is in the name
 * <root>/mapping/<interface>            "shop,shop-v2": the applications that have it
 * <root>/metadata/<app>/<revision>      what its instances serve
 * <services>/<app>/<id>                 an instance of an application, as Curator writes it
 * /vertx-mesh/instances/<id>            an agent
 * }</pre>
 *
 * <p>All watches share one session, on the client's own two threads; what they read is handed on.
 * With TLS there is a third thread, Netty's. A watch reads anew after each time that the session
 * was connected, so nothing is missed when it was lost. ZooKeeper's client is imported here only,
 * and extended in its own package where there's no other way.
 */
package dev.vertxmesh.discovery.zookeeper;
