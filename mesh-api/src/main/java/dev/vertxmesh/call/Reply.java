package dev.vertxmesh.call;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/**
 * A method's own answer.
 *
 * @param status {@link Status#OK}, or {@link Status#EXCEPTION} when the method threw; then the
 *     payload is a JSON object with {@code class} and {@code message}, and with {@code lost} where
 *     it's known that there was more, and what
 * @param payload owned by whoever gets the reply
 */
public record Reply(
    Status status, Encoding encoding, ByteBuf payload, Map<String, String> attachments) {

  /** One without attachments. */
  public Reply(Status status, Encoding encoding, ByteBuf payload) {
    this(status, encoding, payload, Map.of());
  }
}
