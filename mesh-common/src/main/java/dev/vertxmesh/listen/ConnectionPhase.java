package dev.vertxmesh.listen;

import java.util.concurrent.TimeUnit;

/** Where a connection stands. */
enum ConnectionPhase {
  /** Accepted, and nothing came. */
  SILENT,
  /** Some of a request's head came, or of HTTP/2's first frames. */
  HEAD,
  /** A request is being read or answered: the code that does so bounds it. */
  BUSY,
  /** A request is answered whose body is still coming. */
  LEFT_OVER,
  /** A request is answered, and no other has begun. */
  IDLE,
  /** Of HTTP/2: a header block has begun and not ended. */
  BLOCK;

  /**
   * Why a connection has to end that has stood here for so long; null if it may stay.
   *
   * @param stood nanoseconds
   * @param pressedNanos how long it may be idle because there's little room
   */
  CloseReason late(long stood, ListenOptions options, long pressedNanos) {
    return switch (this) {
      case SILENT, HEAD, LEFT_OVER, BLOCK ->
          stood >= TimeUnit.MILLISECONDS.toNanos(options.headMillis()) ? CloseReason.HEAD : null;
      case IDLE -> {
        if (stood >= TimeUnit.MILLISECONDS.toNanos(options.idleMillis())) {
          yield CloseReason.IDLE;
        }
        yield stood >= pressedNanos ? CloseReason.ROOM : null;
      }
      case BUSY -> null;
    };
  }
}
