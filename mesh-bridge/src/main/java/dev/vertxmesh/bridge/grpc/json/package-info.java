/**
 * JSON for gRPC's methods: a call in {@link dev.vertxmesh.call.Encoding#JSON} comes in, one of one
 * message goes to the next {@link dev.vertxmesh.call.Caller}, and its answer comes back as JSON. A
 * call in gRPC whose messages are JSON goes on with protobuf's, as many as there are.
 *
 * <p>What the messages look like, the server says itself by reflection, or a file of descriptors
 * does. How the server is reached, this package doesn't know.
 */
package dev.vertxmesh.bridge.grpc.json;
