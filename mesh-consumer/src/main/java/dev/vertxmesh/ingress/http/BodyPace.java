package dev.vertxmesh.ingress.http;

import io.vertx.core.Vertx;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Bodies that are being read, all on one timer. One that brings less than the pace in a whole
 * interval is too slow: who sends a byte now and then holds a connection and what has come for as
 * little as that. Belongs to one event loop, and judges nobody for an interval in which that stood
 * still.
 */
final class BodyPace {

  /** A body that is read. */
  interface Paced {
    /** Bytes that have come so far. */
    int received();

    /**
     * It came too slowly, and isn't watched any more.
     *
     * @param brought bytes that came in the last interval
     */
    void onSlow(int brought);
  }

  /** An interval that took longer than this part more was one of the loop's own making. */
  private static final double STOOD_STILL = 1.5;

  /** Of a body that came since the last look, and so wasn't there for a whole interval. */
  private static final int NEW = -1;

  private final Vertx vertx;
  private final long intervalMillis;
  private final int least;
  private final Map<Paced, Integer> before = new IdentityHashMap<>();
  private boolean watching;
  private long lookedAt;

  /**
   * @param bytesASecond that a body has to bring; one byte an interval in any case
   */
  BodyPace(Vertx vertx, long intervalMillis, int bytesASecond) {
    this.vertx = vertx;
    this.intervalMillis = intervalMillis;
    this.least = (int) Math.max(1, bytesASecond * intervalMillis / 1_000);
  }

  void add(Paced body) {
    before.put(body, NEW);
    if (!watching) {
      watching = true;
      lookedAt = System.nanoTime();
      vertx.setPeriodic(intervalMillis, this::onInterval);
    }
  }

  void remove(Paced body) {
    before.remove(body);
  }

  private void onInterval(long timer) {
    long now = System.nanoTime();
    boolean stoodStill =
        now - lookedAt > STOOD_STILL * TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    lookedAt = now;
    Map<Paced, Integer> slow = look(stoodStill);
    slow.keySet().forEach(before::remove);
    slow.forEach(Paced::onSlow);
    if (before.isEmpty()) {
      watching = false;
      vertx.cancelTimer(timer);
    }
  }

  /** Those that are too slow, with what they brought. */
  private Map<Paced, Integer> look(boolean stoodStill) {
    Map<Paced, Integer> slow = new IdentityHashMap<>();
    before.replaceAll(
        (body, last) -> {
          int received = body.received();
          if (!stoodStill && last != NEW && received - last < least) {
            slow.put(body, received - last);
          }
          return received;
        });
    return slow;
  }
}
