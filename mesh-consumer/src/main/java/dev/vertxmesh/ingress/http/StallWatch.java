package dev.vertxmesh.ingress.http;

import dev.vertxmesh.net.LookTimer;
import io.vertx.core.Vertx;

/**
 * Tells when a transfer makes no progress for a whole interval. It takes up to two of them, and a
 * transfer that is over before it was late costs no timer.
 */
final class StallWatch {

  private final LookTimer looks;
  private final Runnable onStall;
  private boolean progressed;

  /**
   * @param interval milliseconds
   */
  StallWatch(Vertx vertx, long interval, Runnable onStall) {
    this.looks = new LookTimer(vertx, interval, System::nanoTime, this::check);
    this.onStall = onStall;
  }

  /** Some of it came or went, and there's more to come; the first time begins the watch. */
  void progress() {
    progressed = true;
    looks.start();
  }

  void stop() {
    looks.stop();
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
