/**
 * What kinds of registry have in common: an instance as the text that a registry keeps, the bounds
 * of what is taken of it, and snapshots for those who watch.
 *
 * <p>This package knows no kind of registry.
 */
package dev.vertxmesh.discovery.kind;
