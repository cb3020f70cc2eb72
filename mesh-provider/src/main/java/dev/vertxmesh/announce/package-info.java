/**
 * Makes this provider agent known to the registry, and takes it out again. It knows the registry,
 * and neither links nor bridges.
 */
package dev.vertxmesh.announce;
