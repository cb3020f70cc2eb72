/**
 * Micro-benchmarks of the codecs, with what they allocate. Run by {@code bench/jmh}.
 *
 * <p>They know the codecs and nothing else of the mesh.
 */
package dev.vertxmesh.bench.jmh;
