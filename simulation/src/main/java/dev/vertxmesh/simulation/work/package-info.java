/**
 * What is done with the agents: calls with one message and calls with two streams, made by callers
 * and answered by providers that both keep to a plan; and the ledger of what became of each.
 */
package dev.vertxmesh.simulation.work;
