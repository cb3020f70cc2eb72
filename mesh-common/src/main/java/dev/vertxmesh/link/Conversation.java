package dev.vertxmesh.link;

/** Both directions of one call on a link. */
record Conversation(int id, StreamIn in, StreamOut out) {}
