/**
 * Settings that both agents have because they can reach Dubbo's providers.
 *
 * <p>What the command line says comes in, what the bridge goes by comes out. This package knows
 * neither of the agents.
 */
package dev.vertxmesh.launch.dubbo;
