/**
 * Makes the same calls in two ways and tells where their outcomes differ: what a way through the
 * mesh must not change. Knows no Dubbo: whoever runs it brings the two ways.
 */
package dev.vertxmesh.samples.compare;
