/**
 * What the bridges to providers have in common, whatever protocol they speak.
 *
 * <p>Whoever opens a bridge is told by it how it stands with the provider. This package knows no
 * protocol and neither of the agents.
 */
package dev.vertxmesh.backend;
