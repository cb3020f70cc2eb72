package dev.vertxmesh.bench.echo;

import java.util.Arrays;
import java.util.concurrent.Phaser;

/**
 * Keeps a fixed number of messages in flight: each answer has the next sent, on the connection's
 * own thread, which is the only one that counts.
 */
abstract class Loop {
  private static final long STEP_NANOS = 10_000;
  private static final int STEPS = 1_000_000;

  final byte[] message;
  final Phaser open = new Phaser(1);
  private final int[] steps = new int[STEPS + 1];
  private long answers;
  private long errors;
  private String firstError;
  private volatile boolean running = true;
  private volatile boolean measuring;

  Loop(byte[] message) {
    this.message = message;
  }

  /** Begins with so many messages. */
  abstract void start(int inFlight);

  final void measure(boolean on) {
    measuring = on;
  }

  /** Begins nothing more and waits for what is in flight; what was counted may be read after it. */
  final void stop() {
    running = false;
    awaitEnd();
  }

  /** Waits until all that may be begun is over. */
  final void awaitEnd() {
    open.arriveAndAwaitAdvance();
  }

  final boolean isRunning() {
    return running;
  }

  /** An answer has come to what was sent then; null if there was none. */
  final void answered(byte[] answer, long sentNanos) {
    if (!Arrays.equals(message, answer)) {
      failed("the answer isn't what was asked");
    } else if (measuring) {
      answers++;
      steps[(int) Math.min(STEPS, (System.nanoTime() - sentNanos) / STEP_NANOS)]++;
    }
  }

  final synchronized void failed(String why) {
    errors++;
    if (firstError == null) {
      firstError = why;
    }
  }

  /** Right ones, while it measured. */
  final long answers() {
    return answers;
  }

  final long errors() {
    return errors;
  }

  /** Null if there was none. */
  final String firstError() {
    return firstError;
  }

  /**
   * The time in ms that a share of the answers stayed within, to the end of its 10 us step; what
   * takes longer than 10 s is counted as 10 s.
   */
  final double percentileMillis(double share) {
    long rank = (long) Math.ceil(share * answers);
    long seen = 0;
    for (int i = 0; i <= STEPS; i++) {
      seen += steps[i];
      if (seen >= rank && seen > 0) {
        return (i + 1) * STEP_NANOS / 1e6;
      }
    }
    return 0;
  }
}
