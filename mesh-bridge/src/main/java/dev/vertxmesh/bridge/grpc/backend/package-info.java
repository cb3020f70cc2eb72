/**
 * gRPC as both agents use it: {@link dev.vertxmesh.bridge.grpc.backend.GrpcKind}.
 *
 * <p>An agent's settings come in; out comes the bridge to one server, before it what turns calls in
 * JSON into gRPC calls, and beside it what the server says of itself. This package knows neither of
 * the agents.
 */
package dev.vertxmesh.bridge.grpc.backend;
