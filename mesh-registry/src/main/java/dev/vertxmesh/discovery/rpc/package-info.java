/**
 * gRPC calls to the servers of a registry, over Vert.x's own client: no other library, and none of
 * its threads.
 *
 * <p>In go protobuf's messages, out come theirs, each bounded in bytes and every call in time; what
 * fails says why for a person. Which server is asked, and in whose name, is others' business.
 */
package dev.vertxmesh.discovery.rpc;
