/** Dubbo consumers that call through the mesh; in a package of its own since it takes long. */
package dev.vertxmesh.it.ingress;
