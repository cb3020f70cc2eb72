package dev.vertxmesh.simulation.work;

import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.simulation.agent.SimProcess;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Writes the bytes of a direction in pieces, at once or with pauses between them. */
final class Feeder {

  private static final int LARGEST = 40_000;
  private static final int PAUSE_NANOS = 20_000_000;

  private final SimProcess process;
  private final byte[] bytes;
  private final int until;
  private final SplittableRandom random;
  private final Runnable onDone;
  private final FilledStream stream = new FilledStream(this::onEmpty);
  private int at;
  private boolean due;

  /**
   * @param until after how many bytes it's done
   * @param onDone run once, when that much has been taken
   */
  Feeder(SimProcess process, byte[] bytes, int until, long seed, Runnable onDone) {
    this.process = process;
    this.bytes = bytes;
    this.until = until;
    this.random = new SplittableRandom(seed);
    this.onDone = onDone;
  }

  FilledStream stream() {
    return stream;
  }

  /** Begins to write. */
  void begin() {
    next();
  }

  /** Nothing more is written, and what was isn't read. */
  void fail(Throwable cause) {
    at = until;
    stream.fail(cause);
  }

  private void onEmpty() {
    if (stream.isOver() || due) {
      return;
    }
    due = true;
    long pause = random.nextInt(3) == 0 ? 1 + random.nextInt(PAUSE_NANOS) : 1;
    process.after(pause, this::next);
  }

  private void next() {
    due = false;
    if (stream.isOver()) {
      return;
    }
    int pieces = 1 + random.nextInt(3);
    while (pieces-- > 0 && at < until) {
      int length = Math.min(until - at, 1 + random.nextInt(LARGEST));
      Buffer piece = Buffer.buffer(Arrays.copyOfRange(bytes, at, at + length));
      at += length;
      stream.add(piece);
    }
    if (at >= until) {
      onDone.run();
    }
  }
}
