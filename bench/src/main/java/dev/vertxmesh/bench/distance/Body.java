package dev.vertxmesh.bench.distance;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;

/** Bytes that say nothing, written as fast as they are taken. */
final class Body {

  private static final int CHUNK = 32 << 10;
  private static final Buffer CHUNK_OF_NOTHING = Buffer.buffer(new byte[CHUNK]);

  private Body() {}

  /**
   * @param end what to do when all has been handed over; the last bytes may still wait
   */
  static void send(WriteStream<Buffer> to, int bytes, Runnable end) {
    int left = bytes;
    while (left > 0) {
      if (to.writeQueueFull()) {
        int rest = left;
        to.drainHandler(
            room -> {
              to.drainHandler(null);
              send(to, rest, end);
            });
        return;
      }
      int next = Math.min(left, CHUNK);
      to.write(next == CHUNK ? CHUNK_OF_NOTHING.copy() : Buffer.buffer(new byte[next]));
      left -= next;
    }
    end.run();
  }
}
