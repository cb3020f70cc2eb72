package dev.vertxmesh.call;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Map;

/**
 * The two directions of a {@link Call} in {@link Encoding#GRPC}, unary ones too: messages go both
 * ways as they are ready, each side as fast as the other reads.
 *
 * <p>The streams are bytes in gRPC's framing (a flag, a u32 length, the message; one after the
 * other), cut anywhere. Nobody on the way reads the messages. A stream is paused until its reader
 * fetches or resumes; it ends with its end handler when that direction is done (for requests:
 * half-closed), or with its exception handler when it breaks off. Buffers are on the heap and need
 * no release: what Vert.x's own streams are given to write, they don't give back.
 *
 * <p>How it ends is the call's reply: {@link Status#OK} where the peer's status is 0, {@link
 * Status#EXCEPTION} where it isn't; its attachments are the trailers, {@code grpc-status} among
 * them, and its payload is empty. A reply comes after the end of the answer's messages; a {@link
 * CallFailure} comes at once. Metadata of several values has them joined with commas, which gRPC
 * declares the same thing.
 */
public final class Exchange {

  /** Who asked. */
  @FunctionalInterface
  public interface Asker {

    /**
     * The answer begins: at most once, and before the reply. Without it the reply is all there is.
     *
     * @param metadata the response's headers, in lower case, those of HTTP itself left out
     * @param messages the answer's bytes, paused
     */
    void onAnswer(Map<String, String> metadata, ReadStream<Buffer> messages);
  }

  private final ReadStream<Buffer> requests;
  private final Asker asker;

  /**
   * @param requests what the caller sends, paused
   */
  public Exchange(ReadStream<Buffer> requests, Asker asker) {
    this.requests = requests;
    this.asker = asker;
  }

  /** What the caller sends; read by the last layer, the one that holds the call. */
  public ReadStream<Buffer> requests() {
    return requests;
  }

  /** Tells who asked that the answer begins. */
  public void answer(Map<String, String> metadata, ReadStream<Buffer> messages) {
    asker.onAnswer(metadata, messages);
  }
}
