/**
 * The keys and their values, and the file that they outlive the process in. Comes in: bytes and the
 * version that a caller expects; goes out: what became of it. Knows neither gRPC nor delays.
 * Belongs to one event loop, so nothing in it is locked; only the file is written by a worker.
 */
package dev.vertxmesh.kvstore.store;
