/**
 * Calls at a constant rate, whatever becomes of those before, through the mesh and by a native
 * Dubbo client turn about: how long they take up to the slowest in ten thousand, what happened
 * while the slow ones were under way, and what system calls the agents make. In come options; out
 * go tables and a file. Knows the agents by their command lines, their {@code /proc} and the JVM's
 * own log.
 */
package dev.vertxmesh.bench.open;
