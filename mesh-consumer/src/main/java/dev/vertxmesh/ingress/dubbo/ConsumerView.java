package dev.vertxmesh.ingress.dubbo;

/**
 * A consumer's connection as it's shown.
 *
 * @param remote its address
 */
public record ConsumerView(String remote, int inFlight) {}
