package dev.vertxmesh.ingress.http;

import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.http2.ResponseAbort;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Sends a payload as a response's body and releases it. A large one goes as the client takes it, so
 * that it's on the heap a part at a time.
 */
final class ReplyBody {

  private static final int PART = 64 << 10;

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final ByteBuf payload;
  private final StallWatch stall;
  private final UnsentResponses unsent;
  private final Reservation reservation = Reservations.ofDirect().add(this::onStall);
  private boolean done;

  private ReplyBody(
      Vertx vertx,
      long stallMillis,
      UnsentResponses unsent,
      HttpServerRequest request,
      ByteBuf payload) {
    this.request = request;
    this.unsent = unsent;
    this.response = request.response();
    this.payload = payload;
    this.stall = new StallWatch(vertx, stallMillis, this::onStall);
  }

  /**
   * @param stallMillis a client that takes nothing for so long is left
   * @param unsent where it waits, once it's all written
   * @return false if there's no memory for it while the client takes it: then it's released, and
   *     nothing was sent
   */
  static boolean send(
      Vertx vertx,
      long stallMillis,
      UnsentResponses unsent,
      HttpServerRequest request,
      ByteBuf payload) {
    if (payload.readableBytes() <= PART) { // nearly all, which need nothing of what is made below
      Buffer whole = next(payload);
      payload.release();
      unsent.add(request, whole.length(), request.response().end(whole));
      return true;
    }
    return new ReplyBody(vertx, stallMillis, unsent, request, payload).begin();
  }

  private boolean begin() {
    if (!reservation.hold(payload.capacity())) {
      payload.release();
      return false;
    }
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(payload.readableBytes()));
    response.exceptionHandler(e -> release());
    response.closeHandler(v -> release());
    response.drainHandler(v -> pump());
    pump();
    return true;
  }

  private void pump() {
    if (!done) {
      stall.progress();
    }
    while (!done && !response.writeQueueFull()) {
      Buffer part = next(payload);
      if (payload.isReadable()) {
        response.write(part);
      } else {
        release();
        unsent.add(request, part.length(), response.end(part));
      }
    }
  }

  private static Buffer next(ByteBuf payload) {
    return Buffers.read(payload, Math.min(PART, payload.readableBytes()));
  }

  /** The client takes nothing, or less than others: its part of the memory is for those who do. */
  private void onStall() {
    release();
    ResponseAbort.answer(request);
  }

  private void release() {
    if (!done) {
      done = true;
      stall.stop();
      reservation.close();
      payload.release();
    }
  }
}
