/**
 * {@code etcd://}, etcd's third API: leases, revisions and watches over gRPC.
 *
 * <p>In go the operations of a {@link dev.vertxmesh.discovery.etcd.KeyStore}, out go gRPC calls
 * over Vert.x's own client, on the application's own event loops and none of a client library's.
 * Each has a deadline; the call after one that failed goes to the next endpoint. The messages are
 * in {@code src/main/proto/etcd.proto}.
 */
package dev.vertxmesh.discovery.etcd.v3;
