/**
 * Takes gRPC requests as calls, and gives their answers back as gRPC.
 *
 * <p>HTTP/2 requests whose content type is {@code application/grpc} come in; a {@link
 * dev.vertxmesh.call.Call} with an {@link dev.vertxmesh.call.Exchange} goes to the next layer, of
 * any method, whose messages nobody here reads. What gRPC asks wrongly ends here, with a status.
 *
 * <pre>
 *  GrpcIngress          which requests are calls, and for which method
 *    GrpcCall           one call: begins, answers, and ends once
 *      RequestMessages  what the client sends, looked at as it passes
 *      AnswerMessages   what it gets, as fast as it reads
 * </pre>
 */
package dev.vertxmesh.ingress.grpc;
