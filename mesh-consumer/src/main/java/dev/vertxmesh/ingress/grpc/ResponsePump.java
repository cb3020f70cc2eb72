package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallRecord;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.streams.ReadStream;

/**
 * Hands an answer's bytes on as fast as the client reads them. The headers leave with the first of
 * them, and at the latest with the turn of the event loop in which they came.
 */
class ResponsePump {

  final HttpServerResponse response;
  private final Vertx vertx;
  private final UnsentMessages unsent;
  private int passed;
  private boolean ended;

  ResponsePump(Vertx vertx, HttpServerRequest request) {
    this.vertx = vertx;
    this.response = request.response();
    this.unsent = new UnsentMessages(request);
  }

  /**
   * @param record of the call, which is told how much leaves
   */
  final void begin(ReadStream<Buffer> messages, CallRecord record) {
    messages.exceptionHandler(error -> {}); // the call's end says why
    messages.endHandler(end -> {});
    messages.handler(bytes -> onBytes(messages, record, bytes));
    response.drainHandler(room -> messages.resume());
    messages.resume();
    vertx.runOnContext(turn -> writeHead());
  }

  void writeHead() {
    if (!ended && !response.headWritten() && !response.closed()) {
      response.writeHead();
    }
  }

  /** How often something left. */
  final int passed() {
    return passed;
  }

  /** What the client hasn't taken. */
  final UnsentMessages unsent() {
    return unsent;
  }

  private void onBytes(ReadStream<Buffer> messages, CallRecord record, Buffer bytes) {
    passed++;
    if (ended || response.closed()) {
      return; // the client has left
    }
    record.streamedOut(bytes.length());
    pass(bytes);
    if (response.writeQueueFull()) {
      messages.pause();
    }
  }

  void pass(Buffer bytes) {
    unsent.write(response, bytes);
  }

  /** Nothing is written after it. */
  final void stop() {
    ended = true;
  }
}
