/**
 * A key-value store over gRPC. The {@link dev.vertxmesh.kvstore.KvStoreVerticle} wires {@code
 * store} (the values) to {@code service} (the calls). What runs alone is started by {@link
 * dev.vertxmesh.kvstore.Main}.
 */
package dev.vertxmesh.kvstore;
