/**
 * How often somebody may be wrong about who it is. In come addresses and hashes of what was shown;
 * out goes whether that is looked at. Knows neither keys nor tokens, nor calls.
 */
package dev.vertxmesh.access.guess;
