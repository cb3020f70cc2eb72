/**
 * Micro-benchmarks of the codecs and of choosing an endpoint, with what they allocate. Run by
 * {@code bench/jmh}.
 *
 * <p>They know the codecs and the balancing, and nothing else of the mesh.
 */
package dev.vertxmesh.bench.jmh;
