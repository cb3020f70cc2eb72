/**
 * {@code bench/soak}: agents under load for an hour, while all that's around them comes and goes.
 * {@link dev.vertxmesh.bench.soak.SoakMesh} has the processes, {@link
 * dev.vertxmesh.bench.soak.Load} calls, {@link dev.vertxmesh.bench.soak.Acts} restarts and kills,
 * {@link dev.vertxmesh.bench.soak.Sampler} looks at the agents, {@link
 * dev.vertxmesh.bench.soak.Ledger} says which failures have a cause. Knows the agents by their
 * ports and {@code /proc} alone.
 */
package dev.vertxmesh.bench.soak;
