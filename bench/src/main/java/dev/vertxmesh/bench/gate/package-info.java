/**
 * Whether today's agents cost more a call than those of the last landing: both builds side by side
 * in one run, turn about. Run by {@code bench/gate}; fails only where chance can't be why.
 */
package dev.vertxmesh.bench.gate;
