package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.grpc.MessageBounds;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.streams.ReadStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/**
 * An answer's body: its messages as they come, and then the trailers as one more, whose flag says
 * what it is. In text, each message begins a new group of base64's digits, so that whoever reads it
 * has a whole message when its last digit has come.
 */
final class WebBody {

  private static final byte TRAILERS = (byte) 0x80;
  private static final int GROUP = 3;

  private final Vertx vertx;
  private final HttpServerResponse response;
  private final boolean text;
  private final UnsentMessages unsent;
  private final MessageBounds bounds = new MessageBounds();
  private byte[] kept = {};
  private int passed;
  private boolean ended;

  /**
   * @param unsent what of it the client hasn't taken
   */
  WebBody(Vertx vertx, HttpServerResponse response, boolean text, UnsentMessages unsent) {
    this.vertx = vertx;
    this.response = response;
    this.text = text;
    this.unsent = unsent;
  }

  /**
   * Hands messages on as fast as the client reads them.
   *
   * @param record of the call, which is told how much leaves
   */
  void pipe(ReadStream<Buffer> messages, CallRecord record) {
    messages.exceptionHandler(e -> {}); // the call's end says why
    messages.endHandler(end -> {});
    messages.handler(
        bytes -> {
          record.streamedOut(bytes.length());
          onBytes(messages, bytes);
        });
    response.drainHandler(room -> messages.resume());
    messages.resume();
    vertx.runOnContext(turn -> writeHead());
  }

  /** At the latest with the turn in which the answer began. */
  private void writeHead() {
    if (!ended && !response.headWritten() && !response.closed()) {
      response.writeHead();
    }
  }

  /** How often something left. */
  int passed() {
    return passed;
  }

  private void onBytes(ReadStream<Buffer> messages, Buffer buffer) {
    passed++;
    if (ended || response.closed()) {
      return; // the client has left
    }
    bounds.pass(Buffers.bytes(buffer));
    if (text) {
      writeText(buffer.getBytes(), bounds.isBetween());
    } else {
      unsent.write(response, buffer);
    }
    if (response.writeQueueFull()) {
      messages.pause();
    }
  }

  private void writeText(byte[] bytes, boolean whole) {
    byte[] all = kept.length == 0 ? bytes : joined(kept, bytes);
    int now = whole ? all.length : all.length - all.length % GROUP;
    kept = Arrays.copyOfRange(all, now, all.length);
    if (now > 0) {
      unsent.write(response, Buffer.buffer(Base64.getEncoder().encode(Arrays.copyOf(all, now))));
    }
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** Nothing is written after it. Who has half a message gets no more of it, nor a status. */
  Future<Void> end(Map<String, String> trailers) {
    ended = true;
    if (!bounds.isBetween()) {
      return response.reset();
    }
    byte[] frame = frame(trailers);
    return response.end(Buffer.buffer(text ? Base64.getEncoder().encode(frame) : frame));
  }

  void stop() {
    ended = true;
  }

  /** As a header block of HTTP/1 has them, in lower case. */
  private static byte[] frame(Map<String, String> trailers) {
    StringBuilder lines = new StringBuilder();
    trailers.forEach((name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
    byte[] block = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    return Buffer.buffer(MessageBounds.PREFIX + block.length)
        .appendByte(TRAILERS)
        .appendInt(block.length)
        .appendBytes(block)
        .getBytes();
  }
}
