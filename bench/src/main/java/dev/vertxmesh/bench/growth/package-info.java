/**
 * How a call's price and an agent's memory grow with what an agent has to do with: connections,
 * services, other agents, bytes, event loops. Run by {@code bench/growth}.
 */
package dev.vertxmesh.bench.growth;
