package dev.vertxmesh.kvstore.service;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;

/**
 * Runs things a fixed time after they were handed in. As all wait equally long they come out in the
 * order in which they went in, so one timer does for any number of them, and none waits for
 * another.
 */
final class DelayLine {

  /** As an event loop has it: runs something after so many nanoseconds, never earlier. */
  interface Timer {
    void after(long nanos, Runnable fire);
  }

  private record Due(long atNanos, Runnable task) {}

  private final long delayNanos;
  private final LongSupplier clock;
  private final Timer timer;
  private final Queue<Due> line = new ArrayDeque<>();
  private boolean armed;

  /**
   * @param delayNanos 0 for none: things are run at once
   * @param clock nanoseconds, from any origin
   */
  DelayLine(long delayNanos, LongSupplier clock, Timer timer) {
    this.delayNanos = delayNanos;
    this.clock = clock;
    this.timer = timer;
  }

  void add(Runnable task) {
    if (delayNanos == 0) {
      task.run();
      return;
    }
    line.add(new Due(clock.getAsLong() + delayNanos, task));
    if (!armed) {
      arm(delayNanos);
    }
  }

  private void arm(long nanos) {
    armed = true;
    timer.after(nanos, this::onTimer);
  }

  private void onTimer() {
    try {
      while (!line.isEmpty() && line.element().atNanos() - clock.getAsLong() <= 0) {
        line.remove().task().run();
      }
    } finally {
      armed = false;
      if (!line.isEmpty()) {
        arm(Math.max(1, line.element().atNanos() - clock.getAsLong()));
      }
    }
  }
}
