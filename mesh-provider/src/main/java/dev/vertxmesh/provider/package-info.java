/**
 * The wiring of the provider agent: its options, and how the layers of a call's path stand on one
 * another. The path reads from top to bottom in {@link dev.vertxmesh.provider.ProviderPath}.
 */
package dev.vertxmesh.provider;
