/**
 * Takes gRPC, gRPC-Web and Connect requests as calls, and gives their answers back as such.
 *
 * <p>HTTP/2 requests whose content type is {@code application/grpc} come in, and of any version
 * those of {@code application/grpc-web} and those of Connect; a {@link dev.vertxmesh.call.Call}
 * with an {@link dev.vertxmesh.call.Exchange} goes to the next layer, of any method, whose messages
 * nobody here reads. What gRPC asks wrongly ends here, with a status.
 *
 * <pre>
 *  GrpcIngress          which requests are calls, and for which method
 *    GrpcCall           one call: begins, answers, and ends once
 *      RequestMessages  what the client sends, looked at as it passes
 *      ResponsePump     what it gets, as fast as it reads
 *      StalledCalls     which of them pass nothing on for too long
 *  WebIngress           the same for gRPC-Web
 *    WebCall            one call
 *      Base64Requests   what the client sends as text, before RequestMessages
 *      WebBody          what it gets, its trailers too
 *  ConnectIngress       the same for Connect, whose words are the package connect's
 *    ConnectStreamCall  one call with streams
 *      ConnectBody      what it gets, its end too
 *    ConnectUnaryCall   one call of a message
 *      UnaryRequest     that message, with a prefix
 *      UnaryBody        the answer's, held until it's known how the call ended
 * </pre>
 */
package dev.vertxmesh.ingress.grpc;
