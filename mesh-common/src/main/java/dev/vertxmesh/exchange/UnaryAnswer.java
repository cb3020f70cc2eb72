package dev.vertxmesh.exchange;

import dev.vertxmesh.grpc.GrpcStatus;
import java.util.Map;

/**
 * What came back of a call with one message.
 *
 * @param metadata of the answer, before its message
 * @param message the first; null if there was none
 * @param trailers {@code grpc-status} among them; none if its end wasn't waited for
 */
public record UnaryAnswer(
    Map<String, String> metadata, byte[] message, Map<String, String> trailers) {

  public GrpcStatus status() {
    return GrpcStatus.of(trailers.getOrDefault("grpc-status", "0"));
  }
}
