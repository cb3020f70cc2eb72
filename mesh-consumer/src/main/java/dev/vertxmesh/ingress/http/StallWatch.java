package dev.vertxmesh.ingress.http;

import io.vertx.core.Vertx;

/**
 * Tells when a transfer makes no progress for a whole interval. It takes up to two of them, and a
 * transfer that is over before it was late costs no timer.
 */
final class StallWatch {

  private static final long NO_TIMER = -1;

  private final Vertx vertx;
  private final long interval;
  private final Runnable onStall;
  private long timer = NO_TIMER;
  private boolean progressed;

  /**
   * @param interval milliseconds
   */
  StallWatch(Vertx vertx, long interval, Runnable onStall) {
    this.vertx = vertx;
    this.interval = interval;
    this.onStall = onStall;
  }

  /** Some of it came or went, and there's more to come; the first time begins the watch. */
  void progress() {
    progressed = true;
    if (timer == NO_TIMER) {
      timer = vertx.setPeriodic(interval, id -> check());
    }
  }

  void stop() {
    if (timer != NO_TIMER) {
      vertx.cancelTimer(timer);
      timer = NO_TIMER;
    }
  }

  private void check() {
    if (progressed) {
      progressed = false;
    } else {
      stop();
      onStall.run();
    }
  }
}
