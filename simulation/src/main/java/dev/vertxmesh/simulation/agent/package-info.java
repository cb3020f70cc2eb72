/**
 * Agents made of the mesh's own parts, each a process with loops and clocks of its own on a
 * simulated host. What stands beyond them, callers and providers, is {@code work}'s.
 */
package dev.vertxmesh.simulation.agent;
