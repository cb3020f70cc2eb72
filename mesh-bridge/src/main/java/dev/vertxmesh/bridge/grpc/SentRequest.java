package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a call's request has been sent. It is kept while it's short and no answer has begun, so
 * that it can be sent again where a server that was leaving hasn't taken it.
 */
final class SentRequest {

  private static final int MOST_BYTES = 64 << 10;
  private static final int MOST_TIMES = 3;

  private final Reservation reservation = Reservations.ofHeap().add(this::forget);
  private List<Buffer> buffers = new ArrayList<>(2);
  private int bytes;
  private int times;
  private boolean ended;
  private boolean forgotten;

  void add(Buffer buffer) {
    bytes += buffer.length();
    if (forgotten) {
      return;
    }
    if (bytes > MOST_BYTES || !reservation.hold(buffer.length() + Reservation.PART)) {
      forget();
    } else {
      buffers.add(buffer);
    }
  }

  /** The caller has half-closed. */
  void end() {
    ended = true;
  }

  /** It won't be sent again. */
  void forget() {
    forgotten = true;
    reservation.close();
    buffers = List.of();
  }

  List<Buffer> buffers() {
    return buffers;
  }

  boolean hasEnded() {
    return ended;
  }

  /** Asked before each time that it's sent again: a few times are enough. */
  boolean mayRepeat() {
    return !forgotten && ++times < MOST_TIMES;
  }
}
