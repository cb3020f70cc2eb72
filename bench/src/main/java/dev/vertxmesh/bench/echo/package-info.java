/**
 * The processes of {@code bench/grpc} and {@code bench/streams}: an echo of bytes, served by
 * vertx-grpc or by grpc-java, and grpc-java's client that keeps so many calls in flight. No
 * protobuf: bytes go in and the same bytes come out, so that the figures are those of the
 * libraries.
 */
package dev.vertxmesh.bench.echo;
