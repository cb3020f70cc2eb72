package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.grpc.MessageBounds;
import dev.vertxmesh.ingress.grpc.connect.ConnectEnd;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** A stream's answer: its messages as they come, and then how it ended, as one more. */
final class ConnectBody extends ResponsePump {

  private static final byte END = 0x02;

  private final MessageBounds bounds = new MessageBounds();

  ConnectBody(Vertx vertx, HttpServerRequest request) {
    super(vertx, request);
  }

  @Override
  void pass(Buffer buffer) {
    bounds.pass(Buffers.bytes(buffer));
    super.pass(buffer);
  }

  /** Who has half a message gets no more of it, nor an end. */
  Future<Void> end(ConnectEnd end) {
    if (!bounds.isBetween()) {
      return response.reset();
    }
    Buffer json = end.ofStream().toBuffer();
    return response.end(
        Buffer.buffer(MessageBounds.PREFIX + json.length())
            .appendByte(END)
            .appendInt(json.length())
            .appendBuffer(json));
  }
}
