package dev.vertxmesh.ingress.grpc;

/**
 * @param maxMessage bytes of one message, as it is on the wire, from 1
 * @param where this agent, as statuses name it
 * @param affinityHeader whose value calls that belong together have in common; null for none
 */
public record GrpcIngressOptions(int maxMessage, String where, String affinityHeader) {}
