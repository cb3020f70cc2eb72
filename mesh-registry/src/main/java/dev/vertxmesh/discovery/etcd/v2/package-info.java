/**
 * {@code etcd2://}, etcd's second API by etcd4j, for clusters that have no other or have always
 * used it.
 *
 * <p>In go the operations of a {@link dev.vertxmesh.discovery.etcd.KeyStore}, out go HTTP requests
 * from one thread of etcd4j's own, which also parses their answers. There are no leases: each key
 * has a TTL of its own, which is refreshed without an event. A watch is a request that waits for
 * the next event; etcd remembers the last thousand, and who has missed more begins anew with a
 * listing.
 */
package dev.vertxmesh.discovery.etcd.v2;
