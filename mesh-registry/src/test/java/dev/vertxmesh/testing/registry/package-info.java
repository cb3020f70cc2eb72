/** Registries for tests that are about who uses one. */
package dev.vertxmesh.testing.registry;
