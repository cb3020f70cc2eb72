package dev.vertxmesh.http1;

/**
 * A head has begun and not ended, maybe behind a request in the same bytes: an event in a
 * connection's pipeline.
 *
 * @param bytes of it that have come
 */
public record HeadBegun(int bytes) {}
