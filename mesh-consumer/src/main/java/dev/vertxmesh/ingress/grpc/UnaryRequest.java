package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.MessageBounds;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * A body that is one message, with gRPC's prefix before it. Where the client says how long it is,
 * its bytes go on as they come; otherwise they are held until it's whole, charged to the heap's
 * budget and up to the bound of a message.
 */
final class UnaryRequest {

  /** Of a small body, all there is: it's over then, though nobody may have read it. */
  private static final int CHUNK_AND_END = 2;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final boolean compressed;
  private final int maxMessage;
  private final String where;
  private final long told;
  private final FilledStream message = new FilledStream(this::onTaken);
  private final List<Buffer> held = new ArrayList<>();
  private long heldBytes;
  private final Reservation reservation = Reservations.ofHeap().add(this::onOverrun);
  private boolean begun;
  private boolean over;

  /**
   * @param compressed whether the client says so
   */
  UnaryRequest(
      Vertx vertx, HttpServerRequest request, boolean compressed, GrpcIngressOptions options) {
    this.vertx = vertx;
    this.request = request;
    this.compressed = compressed;
    this.maxMessage = options.maxMessage();
    this.where = options.where();
    this.told = length(request.getHeader(HttpHeaders.CONTENT_LENGTH));
  }

  /** -1 if it isn't known. */
  private static long length(String header) {
    try {
      return header == null ? -1 : Long.parseLong(header);
    } catch (NumberFormatException e) {
      return -1; // HTTP's own check has refused it, or has it right
    }
  }

  /** Begins to read it. */
  FilledStream begin() {
    request.pause();
    request.handler(this::onBytes);
    request.endHandler(end -> onEnd());
    request.exceptionHandler(this::onBroken);
    vertx.runOnContext(v -> fetchFirst()); // not before there's a reader
    return message;
  }

  /** By now its call may have been refused, and all of it thrown away. */
  private void fetchFirst() {
    if (!over) {
      request.fetch(CHUNK_AND_END);
    }
  }

  private void onBytes(Buffer bytes) {
    if (over) {
      return;
    }
    if (told > maxMessage) {
      fail(
          Status.TOO_LARGE,
          "message 1 has %d bytes, expected at most %d, the --max-message of this agent"
              .formatted(told, maxMessage));
    } else if (told >= 0) {
      message.add(begun ? bytes : prefix(told).appendBuffer(bytes));
      begun = true;
    } else if (heldBytes + bytes.length() > maxMessage) {
      fail(
          Status.TOO_LARGE,
          "it has more than %d bytes, the --max-message of this agent".formatted(maxMessage));
    } else if (!reservation.hold(bytes.length() + Reservation.PART)) {
      fail(Status.REFUSED, "no memory is left for it");
    } else {
      held.add(bytes);
      heldBytes += bytes.length();
      request.fetch(1);
    }
  }

  private Buffer prefix(long length) {
    boolean flag = compressed && length > 0; // nothing isn't compressed, whatever the header says
    return Buffer.buffer(MessageBounds.PREFIX)
        .appendByte((byte) (flag ? 1 : 0))
        .appendUnsignedInt(length);
  }

  /** Nobody reads on: nothing is held from here on, and what still comes is thrown away. */
  void close() {
    if (!over) {
      over = true;
      request.resume();
    }
    held.clear();
    reservation.close();
  }

  /** The reader has had all that came. */
  private void onTaken() {
    if (message.isOver()) {
      reservation.close();
    } else if (!over) {
      request.fetch(1);
    }
  }

  private void onEnd() {
    if (over) {
      return;
    }
    over = true;
    if (!begun) {
      message.add(prefix(heldBytes));
      held.forEach(message::add); // charged until its reader has had all of it
      held.clear();
    }
    message.end();
  }

  private void onOverrun() {
    fail(Status.REFUSED, "no memory is left for it");
  }

  private void fail(Status status, String why) {
    if (!over) {
      request.resume(); // what still comes is thrown away
    }
    onBroken(new CallFailure(status, where, "request: " + why));
  }

  private void onBroken(Throwable cause) {
    if (!message.isOver()) {
      over = true;
      held.clear();
      reservation.close();
      message.fail(cause);
    }
  }
}
