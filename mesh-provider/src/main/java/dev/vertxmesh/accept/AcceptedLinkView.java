package dev.vertxmesh.accept;

/**
 * A link at a moment.
 *
 * @param peer the consumer agent's address
 * @param inFlight calls that it has in flight here
 */
public record AcceptedLinkView(String peer, int inFlight) {}
