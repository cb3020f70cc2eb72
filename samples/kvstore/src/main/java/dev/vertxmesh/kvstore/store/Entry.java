package dev.vertxmesh.kvstore.store;

import com.google.protobuf.ByteString;

/**
 * A value as it stands in the store.
 *
 * @param version from 1 on; no two values that a store ever had share one, so that a client that
 *     expects a version can't take a key that was deleted and made anew for the one that was read
 */
public record Entry(ByteString value, long version) {}
