/**
 * A key-value store over gRPC. The {@link dev.vertxmesh.kvstore.KvStoreVerticle} wires {@code
 * store} (the values) to {@code service} (the calls); {@code run} is the client that measures it.
 * What runs alone is started by {@link dev.vertxmesh.kvstore.Main}.
 */
package dev.vertxmesh.kvstore;
