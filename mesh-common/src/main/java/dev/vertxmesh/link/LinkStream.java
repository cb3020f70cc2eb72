package dev.vertxmesh.link;

/** Both directions of one call on a link. */
record LinkStream(int id, InboundStream in, OutboundStream out) {}
