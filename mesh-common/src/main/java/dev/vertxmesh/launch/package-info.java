/**
 * What a {@code main} needs: settings in, a running agent out, and an orderly end.
 *
 * <p>In come the command line, the environment and a YAML file; {@link
 * dev.vertxmesh.launch.Launcher} makes of them an {@link dev.vertxmesh.launch.AgentContext} with
 * Vert.x, the registry and the meters, has the agent made and started, answers on the admin port
 * for it, and drains and stops it when a signal says so. {@link dev.vertxmesh.launch.EmbeddedAgent}
 * does the same inside somebody's program, which has Vert.x, a log and an end of its own. What both
 * share is {@link dev.vertxmesh.launch.RunningAgent}.
 *
 * <p>This package knows everything that both agents share, and neither of the agents.
 */
package dev.vertxmesh.launch;
