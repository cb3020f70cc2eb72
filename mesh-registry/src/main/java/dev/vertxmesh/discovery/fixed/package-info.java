/** Instances that are written into the registry's URL, and never change: {@code static:}. */
package dev.vertxmesh.discovery.fixed;
