package dev.vertxmesh.ingress.grpc;

/**
 * What bounds calls over gRPC and gRPC-Web.
 *
 * @param maxMessage bytes of one message, as it is on the wire, from 1
 * @param where this agent, as statuses name it
 * @param affinityHeader whose value calls that belong together have in common; null for none
 * @param quietMillis a call of which nothing passes for so long is ended; 0 for never
 */
public record GrpcIngressOptions(
    int maxMessage, String where, String affinityHeader, long quietMillis) {}
