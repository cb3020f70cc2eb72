package dev.vertxmesh.call;

import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;

/**
 * A method's own answer.
 *
 * @param status {@link Status#OK}, or {@link Status#EXCEPTION} when the method threw; then the
 *     payload is a JSON object with {@code class} and {@code message}, and with {@code lost} where
 *     it's known that there was more, and what
 * @param payload owned by the receiver of the reply
 */
public record Reply(
    Status status, Encoding encoding, ByteBuf payload, Map<String, String> attachments) {

  /**
   * The attachment by which an agent says that it didn't know the types of all arguments, so that
   * the provider made of them what it could: {@code unknown}, or {@code partly}. Nobody else's.
   */
  public static final String TYPES = "x-mesh-types";

  /** The same with one more attachment. */
  public Reply with(String name, String value) {
    Map<String, String> more = new HashMap<>(attachments);
    more.put(name, value);
    return new Reply(status, encoding, payload, more);
  }

  /** One without attachments. */
  public Reply(Status status, Encoding encoding, ByteBuf payload) {
    this(status, encoding, payload, Map.of());
  }
}
