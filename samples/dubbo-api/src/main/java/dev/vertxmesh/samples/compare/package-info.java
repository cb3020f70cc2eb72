/**
 * Makes the same calls in two ways and tells where their outcomes differ: what a way through the
 * mesh must not change. Knows no Dubbo: the programs that run it bring the two ways.
 */
package dev.vertxmesh.samples.compare;
