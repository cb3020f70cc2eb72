/**
 * Virtual time and the order of everything: events of the world, and event loops that take turns on
 * one thread. All chance comes from one seed. Knows nothing of the mesh.
 */
package dev.vertxmesh.simulation.world;
