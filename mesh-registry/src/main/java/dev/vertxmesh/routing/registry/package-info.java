/** Routing rules that stand in a registry, beside those of a folder. Knows no kind of registry. */
package dev.vertxmesh.routing.registry;
