package dev.vertxmesh.simulation.agent;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.balance.EjectionOptions;
import dev.vertxmesh.link.setup.LinkOptions;

/**
 * How a run's agents are set.
 *
 * @param limit of an agent's calls in flight
 * @param retries after a first attempt
 * @param hedgeMillis 0 for never
 * @param idleMillis after which a link is closed; 0 for never
 * @param warmUpMillis 0 for not at all
 */
public record MeshOptions(
    LinkOptions link,
    int ttlSeconds,
    int limit,
    int retries,
    int budgetPercent,
    long hedgeMillis,
    BalanceMode balance,
    EjectionOptions ejection,
    long warmUpMillis,
    long idleMillis) {}
