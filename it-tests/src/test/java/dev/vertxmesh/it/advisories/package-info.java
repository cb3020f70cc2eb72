/**
 * The gate of what ships: the components of each jar that goes into an image, as its SBOM has them,
 * next to the holes that {@code scripts/advisories.json} knows. No network is asked.
 */
package dev.vertxmesh.it.advisories;
