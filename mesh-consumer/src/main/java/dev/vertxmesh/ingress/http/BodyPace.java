package dev.vertxmesh.ingress.http;

import dev.vertxmesh.net.LookTimer;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/**
 * Bodies that are being read, all on one timer. One that brings less than the pace in a whole
 * interval is too slow: who sends a byte now and then holds a connection and what has come for as
 * little as that. Belongs to one event loop, and judges nobody for an interval in which that stood
 * still.
 *
 * <p>Nearly every body is there at once, and is watched for no time: so they are a list by links of
 * their own, which costs nothing.
 */
final class BodyPace {

  /** A body that is read. */
  abstract static class Paced {
    private Paced next;
    private Paced previous;
    private boolean watched;
    private int last;
    private int brought;

    /** Bytes that have come so far. */
    abstract int received();

    /**
     * It came too slowly, and isn't watched any more.
     *
     * @param brought bytes that came in the last interval
     */
    abstract void onSlow(int brought);
  }

  /** Of a body that came since the last look, and so wasn't there for a whole interval. */
  private static final int NEW = -1;

  private final LookTimer looks;
  private final int least;
  private Paced first;

  /**
   * @param bytesASecond that a body has to bring; one byte an interval in any case
   */
  BodyPace(Vertx vertx, long intervalMillis, int bytesASecond) {
    this.looks = new LookTimer(vertx, intervalMillis, System::nanoTime, this::onInterval);
    this.least = (int) Math.max(1, bytesASecond * intervalMillis / 1_000);
  }

  void add(Paced body) {
    body.last = NEW;
    body.watched = true;
    body.next = first;
    if (first != null) {
      first.previous = body;
    }
    first = body;
    looks.start();
  }

  /** Does nothing with one that isn't watched. */
  void remove(Paced body) {
    if (!body.watched) {
      return;
    }
    body.watched = false;
    if (body.previous == null) {
      first = body.next;
    } else {
      body.previous.next = body.next;
    }
    if (body.next != null) {
      body.next.previous = body.previous;
    }
    body.next = null;
    body.previous = null;
  }

  private void onInterval() {
    List<Paced> slow = look();
    slow.forEach(this::remove);
    slow.forEach(body -> body.onSlow(body.brought));
    if (first == null) {
      looks.stop();
    }
  }

  /** Those that are too slow. */
  private List<Paced> look() {
    List<Paced> slow = new ArrayList<>();
    for (Paced body = first; body != null; body = body.next) {
      int received = body.received();
      body.brought = received - body.last;
      if (body.last != NEW && body.brought < least) {
        slow.add(body);
      }
      body.last = received;
    }
    return slow;
  }
}
