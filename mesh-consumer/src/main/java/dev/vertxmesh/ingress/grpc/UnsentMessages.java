package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.http2.ResponseAbort;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * What of one call's answer was written and hasn't left, as the client takes none of it. Where
 * there's no memory for it, and no other holds more, the answer is broken off.
 */
final class UnsentMessages {

  private final HttpServerRequest request;
  private final Reservation reservation;

  UnsentMessages(HttpServerRequest request) {
    this.request = request;
    this.reservation = Reservations.ofHeap().add(this::abandon);
  }

  void write(HttpServerResponse response, Buffer bytes) {
    int weight = bytes.length() + Reservation.PART;
    if (reservation.hold(weight)) {
      response.write(bytes).onComplete(written -> reservation.release(weight));
    } else {
      close();
      abandon();
    }
  }

  /**
   * Holds bytes of an answer that is written when it's whole, twice: they are put together, and
   * what they are put into grows.
   *
   * @return false if there's no room for them, and nobody else holds more
   */
  boolean hold(Buffer bytes) {
    return reservation.hold(2L * bytes.length() + Reservation.PART);
  }

  private void abandon() {
    ResponseAbort.answer(request);
  }

  /** The client has left, or has taken all that was held. */
  void close() {
    reservation.close();
  }
}
