/**
 * How much callers may ask for. A {@link dev.vertxmesh.limits.LimitFilter} asks every rule of the
 * file that is about a call: each has a {@link dev.vertxmesh.limits.Counter} for each of those that
 * it tells apart, in a {@link dev.vertxmesh.limits.CounterTable} that is bounded. A call that one
 * of them has no room for ends with {@code LIMITED} and takes nothing from the others.
 *
 * <p>One file says it all, see docs/security.md; {@link dev.vertxmesh.limits.CallerLimits} reads it
 * again when it changes. Counters are the agent's, not an event loop's. This package knows calls,
 * and no socket or ingress.
 */
package dev.vertxmesh.limits;
