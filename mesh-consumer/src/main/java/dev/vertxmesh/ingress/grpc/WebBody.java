package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.grpc.MessageBounds;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;

/**
 * An answer's body: its messages as they come, and then the trailers as one more, whose flag says
 * what it is. In text, each message begins a new group of base64's digits, so that a client that
 * reads it has a whole message when its last digit has come.
 */
final class WebBody extends ResponsePump {

  private static final byte TRAILERS = (byte) 0x80;
  private static final int GROUP = 3;

  private final WebType type;
  private final MessageBounds bounds = new MessageBounds();
  private byte[] kept = {};

  /**
   * @param asked of the requests, which is the answer's too unless the client wants another
   */
  WebBody(Vertx vertx, HttpServerRequest request, WebType asked) {
    super(vertx, request);
    this.type = asked.ofAnswer(request.getHeader(HttpHeaders.ACCEPT));
  }

  String contentType() {
    return type.contentType();
  }

  @Override
  void pass(Buffer buffer) {
    bounds.pass(Buffers.bytes(buffer));
    if (type.text()) {
      writeText(buffer.getBytes(), bounds.isBetween());
    } else {
      super.pass(buffer);
    }
  }

  private void writeText(byte[] bytes, boolean whole) {
    byte[] all = kept.length == 0 ? bytes : joined(kept, bytes);
    int now = whole ? all.length : all.length - all.length % GROUP;
    kept = Arrays.copyOfRange(all, now, all.length);
    if (now > 0) {
      super.pass(Buffer.buffer(Base64.getEncoder().encode(Arrays.copyOf(all, now))));
    }
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** Who has half a message gets no more of it, nor a status. */
  Future<Void> end(Map<String, String> trailers) {
    if (!bounds.isBetween()) {
      return response.reset();
    }
    byte[] frame = frame(trailers);
    return response.end(Buffer.buffer(type.text() ? Base64.getEncoder().encode(frame) : frame));
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
