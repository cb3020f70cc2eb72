/** A plugin: what docs/plugins.md shows. */
package dev.vertxmesh.samples.plugin;
