package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.grpc.MessageBounds;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.BiConsumer;

/**
 * The one message of a unary answer, which is held until it's known how the call has ended: the
 * HTTP status and the trailers go before it. What is held is charged to the heap's budget.
 */
final class UnaryBody extends ResponsePump {

  private final MessageBounds bounds = new MessageBounds();
  private Buffer held = Buffer.buffer();
  private BiConsumer<Status, String> onBroken;

  UnaryBody(Vertx vertx, HttpServerRequest request) {
    super(vertx, request);
  }

  /**
   * @param breakOff told why the answer can't be passed on
   */
  void onBroken(BiConsumer<Status, String> breakOff) {
    onBroken = breakOff;
  }

  @Override
  void writeHead() {}

  @Override
  void pass(Buffer buffer) {
    bounds.pass(Buffers.bytes(buffer));
    if (bounds.messages() > 1) {
      onBroken.accept(
          Status.NO_METHOD,
          "the answer: it has more than one message, expected one; call the method as a stream");
    } else if (unsent().hold(buffer)) {
      held.appendBuffer(buffer);
    } else {
      onBroken.accept(Status.REFUSED, "the answer: no memory is left for it");
    }
  }

  /** Whether the message is there. */
  boolean isWhole() {
    return bounds.messages() == 1 && bounds.isBetween();
  }

  boolean isCompressed() {
    return bounds.flag() != 0;
  }

  /** Writes the message. */
  Future<Void> end() {
    return end(held.slice(MessageBounds.PREFIX, held.length()));
  }

  /** Writes something else in its place. */
  Future<Void> end(Buffer body) {
    held = null;
    return response.end(body).onComplete(written -> unsent().close());
  }
}
