/** A kind of back end: what docs/plugins.md shows. */
package dev.vertxmesh.samples.backend;
