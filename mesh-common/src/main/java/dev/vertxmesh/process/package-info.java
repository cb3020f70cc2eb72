/**
 * What the operating system knows of processes: since when one runs.
 *
 * <p>This package knows nothing of the mesh.
 */
package dev.vertxmesh.process;
