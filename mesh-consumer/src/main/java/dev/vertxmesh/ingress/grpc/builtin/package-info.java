/**
 * What this agent itself answers over gRPC: how services do ({@code grpc.health.v1.Health}), and
 * which there are and what they look like ({@code grpc.reflection.v1} and {@code v1alpha}).
 *
 * <p>A {@link dev.vertxmesh.ingress.grpc.builtin.BuiltinServices layer} in a call's path: calls of
 * other services pass. What is known of services comes from a {@link
 * dev.vertxmesh.ingress.grpc.builtin.MeshView}; what they look like, their providers are asked.
 */
package dev.vertxmesh.ingress.grpc.builtin;
