/** An address to connect to, as settings and registries write it. Knows no other package. */
package dev.vertxmesh.address;
