/** What is in flight on a connection, found by its number. Knows no other package. */
package dev.vertxmesh.inflight;
