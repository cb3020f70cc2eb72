package dev.vertxmesh.kvstore.service;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A lock that no thread waits for: one call has it for as long as its delay takes, the others stand
 * in a line. Those that nobody wants any more by their turn don't take it. How many stand there is
 * bounded by {@link Admission}.
 */
final class OneAtATime implements Pace {
  private final DelayLine reads;
  private final DelayLine writes;
  private final Queue<Turn> waiting = new ArrayDeque<>();
  private boolean taken;
  private boolean serving;

  OneAtATime(DelayLine reads, DelayLine writes) {
    this.reads = reads;
    this.writes = writes;
  }

  @Override
  public void pass(Turn turn) {
    waiting.add(turn);
    serve();
  }

  /** A loop, as a line of calls without a delay would otherwise be as deep as it is long. */
  private void serve() {
    if (serving) {
      return;
    }
    serving = true;
    try {
      while (!taken && !waiting.isEmpty()) {
        begin(waiting.remove());
      }
    } finally {
      serving = false;
    }
  }

  private void begin(Turn turn) {
    if (!turn.isWanted()) {
      turn.run();
      return;
    }
    taken = true;
    (turn.isWrite() ? writes : reads).add(() -> finish(turn));
  }

  private void finish(Turn turn) {
    try {
      turn.run();
    } finally {
      taken = false;
      serve();
    }
  }
}
