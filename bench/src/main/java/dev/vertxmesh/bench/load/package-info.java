/**
 * Cheap calls, and what they cost: closed loops of one and the same call, peers that answer at
 * once, and the CPU time and the allocations of an agent's own threads. Knows no verdicts; {@code
 * bench/gate} and {@code bench/growth} have theirs.
 */
package dev.vertxmesh.bench.load;
