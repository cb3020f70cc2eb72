/** A real Nacos server that needs a folder and a port, and nothing else. */
package dev.vertxmesh.samples.nacos;
