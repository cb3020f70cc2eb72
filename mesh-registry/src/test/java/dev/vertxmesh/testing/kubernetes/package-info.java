/** An API server of Kubernetes for tests, of which there is as much as the mesh asks for. */
package dev.vertxmesh.testing.kubernetes;
