/**
 * {@code etcd://}, etcd's third API: leases, revisions and watches over gRPC.
 *
 * <p>In go the operations of a {@link dev.vertxmesh.discovery.etcd.KeyStore}, out go gRPC calls
 * over Vert.x's own client, on the application's own event loops and none of a client library's.
 * Each has a deadline; the call after one that failed goes to the next endpoint. Of etcd's messages
 * only the fields that are used are written and read, by {@code ProtoFields}.
 *
 * <p>The messages and their field numbers are those of etcd's {@code api/etcdserverpb/rpc.proto}
 * and {@code api/mvccpb/kv.proto}, the same from 3.4 to 3.6.
 */
package dev.vertxmesh.discovery.etcd.v3;
