/**
 * The tables of the README and the docs, out of the files that runs have left in {@code
 * bench/results}. Run by {@code bench/report}.
 */
package dev.vertxmesh.bench.report;
