package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallRecord;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.streams.ReadStream;

/**
 * Hands an answer's bytes on as fast as the client reads them. The headers leave with the first of
 * them, and at the latest with the turn of the event loop in which they came.
 */
final class ResponsePump {

  private final Vertx vertx;
  private final ReadStream<Buffer> messages;
  private final HttpServerResponse response;
  private final UnsentMessages unsent;
  private final CallRecord record;
  private int passed;
  private boolean ended;

  /**
   * @param unsent what of them the client hasn't taken
   * @param record of the call, which is told how much leaves
   */
  ResponsePump(
      Vertx vertx,
      ReadStream<Buffer> messages,
      HttpServerResponse response,
      UnsentMessages unsent,
      CallRecord record) {
    this.vertx = vertx;
    this.messages = messages;
    this.response = response;
    this.unsent = unsent;
    this.record = record;
  }

  void begin() {
    messages.exceptionHandler(error -> {}); // the call's end says why
    messages.endHandler(end -> {});
    messages.handler(this::onBytes);
    response.drainHandler(room -> messages.resume());
    messages.resume();
    vertx.runOnContext(turn -> writeHead());
  }

  private void writeHead() {
    if (!ended && !response.headWritten() && !response.closed()) {
      response.writeHead();
    }
  }

  /** How often something left. */
  int passed() {
    return passed;
  }

  private void onBytes(Buffer bytes) {
    passed++;
    if (ended || response.closed()) {
      return; // the client has left
    }
    record.streamedOut(bytes.length());
    unsent.write(response, bytes);
    if (response.writeQueueFull()) {
      messages.pause();
    }
  }

  /** Nothing is written after it. */
  void end() {
    ended = true;
  }
}
