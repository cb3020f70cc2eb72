/**
 * Balancing in virtual time: the pickers, weights and ejection of {@code dev.vertxmesh.balance} as
 * they are, providers and consumers by the thousand that aren't. Run by {@code bench/simulate}.
 */
package dev.vertxmesh.bench.simulate;
