/**
 * The gRPC side of the store. Comes in: a unary call; goes out: its answer, after the delay that
 * stands for a disk's, and after what the call saw is kept. Limits what it holds at a time, in
 * calls and in bytes, and knows nothing of files.
 */
package dev.vertxmesh.kvstore.service;
