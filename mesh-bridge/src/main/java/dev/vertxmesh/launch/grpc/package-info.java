/**
 * Settings that both agents have because they can reach gRPC servers.
 *
 * <p>What the command line says comes in, what the bridge goes by comes out. This package knows
 * neither of the agents.
 */
package dev.vertxmesh.launch.grpc;
