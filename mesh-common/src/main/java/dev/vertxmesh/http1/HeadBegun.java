package dev.vertxmesh.http1;

/**
 * Behind a request, in the same bytes, another's head has begun and not ended: an event in a
 * connection's pipeline.
 *
 * @param bytes of it that have come
 */
public record HeadBegun(int bytes) {}
