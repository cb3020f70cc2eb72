/**
 * What a distance costs: a proxy that delays bytes, and over it the tables of the article on
 * gRPC-Go's windows. Run by {@code bench/distance}.
 */
package dev.vertxmesh.bench.distance;
