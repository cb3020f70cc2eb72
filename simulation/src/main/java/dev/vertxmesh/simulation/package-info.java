/**
 * Deterministic simulation, in the manner of FoundationDB: several agents, their registry and the
 * network between them in one thread, on virtual time, all chance from one seed. A seed goes in;
 * out come a hash of all that happened, or the invariant that didn't hold.
 */
package dev.vertxmesh.simulation;
