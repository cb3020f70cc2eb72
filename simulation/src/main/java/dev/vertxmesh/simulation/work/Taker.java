package dev.vertxmesh.simulation.work;

import dev.vertxmesh.simulation.agent.SimProcess;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.SplittableRandom;

/**
 * Reads a direction as fast as it pleases, and sees that it's told what was written, in its order,
 * and of one end only.
 */
final class Taker {

  private static final int PAUSE_NANOS = 30_000_000;

  private final SimProcess process;
  private final SimCall call;
  private final byte[] expected;
  private final SplittableRandom random;
  private final Runnable onEnd;
  private final boolean slow;
  private ReadStream<Buffer> stream;
  private int at;
  private boolean ended;
  private boolean broken;

  Taker(SimProcess process, SimCall call, byte[] expected, long seed, Runnable onEnd) {
    this.process = process;
    this.call = call;
    this.expected = expected;
    this.random = new SplittableRandom(seed);
    this.slow = random.nextInt(3) == 0;
    this.onEnd = onEnd;
  }

  void read(ReadStream<Buffer> from) {
    stream = from;
    stream.exceptionHandler(this::onBroken);
    stream.endHandler(v -> onEnd());
    stream.handler(this::onBuffer);
    if (slow) {
      stream.fetch(1);
    } else {
      stream.resume();
    }
  }

  private void onBuffer(Buffer buffer) {
    requireOpen("bytes");
    byte[] bytes = buffer.getBytes();
    for (int i = 0; i < bytes.length; i++) {
      if (at + i >= expected.length || bytes[i] != expected[at + i]) {
        process
            .world()
            .broken(
                "answers-are-true",
                process.name()
                    + " read of "
                    + call
                    + " a wrong byte "
                    + (at + i)
                    + " of "
                    + expected.length);
        return;
      }
    }
    at += bytes.length;
    if (slow) {
      process.after(1 + random.nextInt(PAUSE_NANOS), () -> stream.fetch(1));
    }
  }

  private void onEnd() {
    requireOpen("an end");
    ended = true;
    onEnd.run();
  }

  private void onBroken(Throwable cause) {
    requireOpen("a fault, " + cause);
    broken = true;
  }

  private void requireOpen(String what) {
    if (ended || broken) {
      process
          .world()
          .broken(
              "ends-once",
              call + ": a stream told " + what + " after its " + (ended ? "end" : "fault"));
    }
  }

  boolean isEnded() {
    return ended;
  }

  boolean hasAll() {
    return at == expected.length;
  }

  int taken() {
    return at;
  }
}
