/**
 * Settings that both agents have because they can reach Dubbo's providers.
 *
 * <p>Turns options of the command line into settings of the bridge. Knows neither of the agents.
 */
package dev.vertxmesh.launch.dubbo;
